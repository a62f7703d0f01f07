import { VitaeError } from '../errors.ts';

const PARTS = /^multipart\/form-data\s*;/i;
const BOUNDARY = /;\s{0,64}boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;
/** The file, and fields that some clients add. */
const MAX_PARTS = 20;
const FILE_NAME = /;\s?filename\*?=/i;
/** The maximum size of the headers of a file, and of another field with its headers. */
const MAX_FIELD_BYTES = 16 * 1024;

export function isMultipart(contentType: string): boolean {
  return PARTS.test(contentType);
}

/**
 * Parses a multipart form. Checks its parts first: reading many parts, or long headers and texts, would block other
 * requests. Only files may be large.
 * @throws {VitaeError} INVALID_ARGUMENT unsupported_body
 */
export async function readMultipart(body: Buffer, contentType: string): Promise<FormData> {
  requireSmallParts(body, contentType);
  return new Response(new Uint8Array(body), { headers: { 'Content-Type': contentType } })
    .formData()
    .catch((cause: unknown) => {
      throw unsupported('The multipart body cannot be read.', cause);
    });
}

function requireSmallParts(body: Buffer, contentType: string): void {
  const [, quoted, token] = BOUNDARY.exec(contentType) ?? [];
  const boundary = `--${quoted ?? token ?? ''}`;
  const starts: number[] = [0];
  for (let at = body.indexOf(boundary); at >= 0; at = body.indexOf(boundary, at + boundary.length))
    if (starts.push(at) > MAX_PARTS + 1) throw unsupported(`The form must not have more than ${MAX_PARTS} parts.`);
  for (const [index, start] of starts.entries()) {
    const part = body.subarray(start, starts[index + 1]);
    if (part.length > MAX_FIELD_BYTES && !isFile(part))
      throw unsupported(`Only the file of a form may be larger than ${MAX_FIELD_BYTES} bytes.`);
  }
}

function isFile(part: Buffer): boolean {
  const headers = part.subarray(0, MAX_FIELD_BYTES);
  return FILE_NAME.test(headers.toString('latin1', 0, Math.max(0, headers.indexOf('\r\n\r\n'))));
}

function unsupported(message: string, cause?: unknown): VitaeError {
  return new VitaeError('INVALID_ARGUMENT', 'unsupported_body', message, { cause });
}
