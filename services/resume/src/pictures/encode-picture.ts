import { execFile } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FieldProblem, internal, VitaeError } from '@vitae/kit/errors';
import { type PhotoAdjustment, unadjusted } from './photo-adjustment.ts';
import { type PictureType, pictureTypeOf, readPictureHeader } from './picture-header.ts';

/** A re-encoded picture: upright and without metadata. */
export type EncodedPicture = {
  contentType: 'image/jpeg' | 'image/png';
  width: number;
  height: number;
  content: Buffer;
};

/** The longest edge of a photo and of a logo in pixels. */
const LONGEST_EDGE = { photo: 800, logo: 400 } as const;
export type PictureKind = keyof typeof LONGEST_EDGE;

export const pictureLimits = { bytes: 5 * 1024 * 1024, pixels: 25_000_000, edge: 10_000 } as const;

/**
 * Re-encodes an upload, adjusted if it is a photo.
 * @throws {VitaeError} INVALID_ARGUMENT picture_type, body_too_large or picture_refused
 * @throws {VitaeError} UNAVAILABLE pictures_busy when too many uploads are waiting
 */
export type EncodePicture = (
  kind: PictureKind,
  upload: Uint8Array,
  adjustment?: PhotoAdjustment,
) => Promise<EncodedPicture>;

export type EncoderLimits = { maxConcurrent: number; maxWaiting: number; timeoutMs: number };
// A decoded picture of the maximum size takes 100 MB, so a small machine can decode two at a time.
const LIMITS: EncoderLimits = { maxConcurrent: 2, maxWaiting: 32, timeoutMs: 15_000 };

/**
 * Creates an encoder that handles each picture in a process of its own. Picture decoders are native
 * code that runs on untrusted bytes: a crash, a hang or an exploit affects only that process, which
 * has no connections and no secrets. The header is checked before a process starts.
 */
export function createPictureEncoder({ maxConcurrent, maxWaiting, timeoutMs }: EncoderLimits = LIMITS): EncodePicture {
  const limit = createLimiter(maxConcurrent, maxWaiting);
  return async (kind, upload, adjustment = unadjusted) => {
    const bytes = Buffer.from(upload.buffer, upload.byteOffset, upload.byteLength);
    const type = requireAcceptedType(bytes);
    // Logos may be transparent. Photos get a white background.
    const encoding = kind === 'logo' && type !== 'image/jpeg' ? 'png' : 'jpeg';
    const args = [LONGEST_EDGE[kind], encoding, pictureLimits.pixels, JSON.stringify(adjustment)];
    const content = await limit(() => runEncoder(bytes, args, timeoutMs));
    const header = readPictureHeader(content);
    if (header === undefined) throw undecodable();
    const { width, height } = header;
    return { contentType: `image/${encoding}`, width, height, content };
  };
}

/** The type of an upload whose header is within the limits. */
function requireAcceptedType(bytes: Buffer): PictureType {
  if (bytes.length > pictureLimits.bytes)
    throw rejected(`is larger than ${pictureLimits.bytes} bytes`, { status: 413 });
  if (pictureTypeOf(bytes) === undefined)
    throw new VitaeError('INVALID_ARGUMENT', 'picture_type', 'The upload is not a JPEG, PNG or GIF picture.', {
      status: 415,
    });
  const header = readPictureHeader(bytes);
  if (header === undefined) throw undecodable();
  const { type, width, height } = header;
  const size = `${width} × ${height} pixels`;
  if (width > pictureLimits.edge || height > pictureLimits.edge)
    throw tooManyPixels(`has ${size}; the maximum width and height are ${pictureLimits.edge} pixels`);
  if (width * height > pictureLimits.pixels)
    throw tooManyPixels(`has ${size}; the maximum is ${pictureLimits.pixels / 1e6} million pixels`);
  return type;
}

const SCRIPT = fileURLToPath(
  new URL(`./encode-picture-process${extname(fileURLToPath(import.meta.url))}`, import.meta.url),
);

function runEncoder(upload: Buffer, args: readonly unknown[], timeoutMs: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      ['--max-old-space-size=64', SCRIPT, ...args.map(String)],
      {
        encoding: 'buffer',
        // With a single malloc arena, the memory of a large picture is freed completely.
        env: { MALLOC_ARENA_MAX: '1' },
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
        maxBuffer: pictureLimits.bytes,
      },
      (error, stdout) => {
        if (error === null) resolve(stdout);
        else if (error.killed) reject(rejected('takes too long to decode'));
        else if (error.code === 2 || typeof error.signal === 'string') reject(undecodable(error));
        else reject(internal(error));
      },
    );
    // A process that exits early does not read the rest of its input. Only its exit status matters.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(upload);
  });
}

/** Limits how many tasks run and wait at the same time. */
function createLimiter(maxConcurrent: number, maxWaiting: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= maxConcurrent) {
      if (waiting.length >= maxWaiting)
        throw new VitaeError(
          'UNAVAILABLE',
          'pictures_busy',
          'Too many pictures are being processed. Try again later.',
          {
            retryAfter: 5,
          },
        );
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await task();
    } finally {
      // The next waiting task takes over, so the number of running tasks does not change.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

function rejected(problem: string, { status = 422, details = [] }: RejectionOptions = {}): VitaeError {
  const reason = status === 413 ? 'body_too_large' : 'picture_refused';
  return new VitaeError('INVALID_ARGUMENT', reason, `The picture ${problem}.`, { status, details });
}
type RejectionOptions = { status?: number; details?: FieldProblem[] };

/** The details distinguish this error from that of a damaged picture. */
const tooManyPixels = (problem: string) => rejected(problem, { details: [{ field: 'picture', message: problem }] });

function undecodable(cause?: unknown): VitaeError {
  return new VitaeError('INVALID_ARGUMENT', 'picture_refused', 'The picture is damaged and cannot be decoded.', {
    status: 422,
    cause,
  });
}
