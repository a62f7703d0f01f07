import { execFile } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { VitaeError } from '@vitae/kit/errors';
import { type PictureType, pictureTypeOf, readPictureHeader } from './picture-header.ts';

/** A picture as it is kept: drawn anew, upright, without metadata. */
export type DrawnPicture = { contentType: 'image/jpeg' | 'image/png'; width: number; height: number; content: Buffer };

/** Of a photo and of a logo, the longest edge in pixels. */
export const longestEdge = { photo: 800, logo: 400 } as const;
export type PictureKind = keyof typeof longestEdge;

export const pictureLimits = { bytes: 5 * 1024 * 1024, pixels: 25_000_000, edge: 10_000 } as const;

/** INVALID_ARGUMENT picture_type or picture_refused, saying what is wrong; UNAVAILABLE pictures_busy. */
export type DrawPicture = (kind: PictureKind, upload: Uint8Array) => Promise<DrawnPicture>;

export type DrawingLimits = { atOnce: number; waiting: number; timeoutMs: number };
// A decoded picture of the largest size is 100 MB: two at once are what a small machine can bear.
const LIMITS: DrawingLimits = { atOnce: 2, waiting: 32, timeoutMs: 15_000 };

/**
 * Draws uploads anew, each in a process of its own: decoders of pictures are native code that a
 * stranger's bytes drive, so what crashes, hangs or takes them over ends with that process, which
 * holds no connection, no secret and no picture of somebody else. What the header claims is
 * checked before.
 */
export function createDrawPicture({ atOnce, waiting, timeoutMs }: DrawingLimits = LIMITS): DrawPicture {
  const turn = createTurns(atOnce, waiting);
  return async (kind, upload) => {
    const bytes = Buffer.from(upload.buffer, upload.byteOffset, upload.byteLength);
    const type = acceptedType(bytes);
    // A logo may let the page shine through; a photo is on white.
    const encoding = kind === 'logo' && type !== 'image/jpeg' ? 'png' : 'jpeg';
    const content = await turn(() => runProcess(bytes, [longestEdge[kind], encoding, pictureLimits.pixels], timeoutMs));
    const header = readPictureHeader(content);
    if (header === undefined) throw undecodable();
    const { width, height } = header;
    return { contentType: `image/${encoding}`, width, height, content };
  };
}

/** The type of an upload that may be decoded. */
function acceptedType(bytes: Buffer): PictureType {
  if (bytes.length > pictureLimits.bytes) throw refused(`is larger than ${pictureLimits.bytes} bytes`, 413);
  if (pictureTypeOf(bytes) === undefined)
    throw new VitaeError('INVALID_ARGUMENT', 'picture_type', 'The upload is not a JPEG, PNG or GIF picture.', {
      status: 415,
    });
  const header = readPictureHeader(bytes);
  if (header === undefined) throw undecodable();
  const { type, width, height } = header;
  const size = `${width} × ${height} pixels`;
  if (width > pictureLimits.edge || height > pictureLimits.edge)
    throw refused(`has ${size}; neither side may have more than ${pictureLimits.edge}`);
  if (width * height > pictureLimits.pixels)
    throw refused(`has ${size}; it may have ${pictureLimits.pixels / 1e6} million in all`);
  return type;
}

const SCRIPT = fileURLToPath(
  new URL(`./draw-picture-process${extname(fileURLToPath(import.meta.url))}`, import.meta.url),
);

function runProcess(upload: Buffer, args: readonly unknown[], timeoutMs: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      ['--max-old-space-size=64', SCRIPT, ...args.map(String)],
      // One arena: what a large picture took is given back as a whole, and little is taken beside it.
      {
        encoding: 'buffer',
        env: { MALLOC_ARENA_MAX: '1' },
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
        maxBuffer: pictureLimits.bytes,
      },
      (error, stdout) => {
        if (error === null) resolve(stdout);
        else if (error.killed) reject(refused('takes too long to decode'));
        else if (error.code === 2 || typeof error.signal === 'string') reject(undecodable(error));
        else reject(new VitaeError('INTERNAL', 'internal', 'Something went wrong on our side.', { cause: error }));
      },
    );
    // A process that ended early does not read the rest; how it ended is what counts.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(upload);
  });
}

/** Lets so many run at once and so many wait. */
function createTurns(atOnce: number, mostWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting)
        throw new VitaeError('UNAVAILABLE', 'pictures_busy', 'Too many pictures are being read.', { retryAfter: 5 });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      // The turn goes to the next one that waits, or is free again.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

function refused(what: string, status = 422): VitaeError {
  const reason = status === 413 ? 'body_too_large' : 'picture_refused';
  return new VitaeError('INVALID_ARGUMENT', reason, `The picture ${what}.`, { status });
}

function undecodable(cause?: unknown): VitaeError {
  return new VitaeError('INVALID_ARGUMENT', 'picture_refused', 'The picture is damaged: it cannot be decoded.', {
    status: 422,
    cause,
  });
}
