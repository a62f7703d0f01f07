import { invalid, VitaeError } from '@vitae/kit/errors';
import { isMultipart, readMultipart } from '@vitae/kit/http/multipart';
import { bodyOf } from '@vitae/kit/http/raw-body';
import { runInSlices } from '@vitae/kit/slices';
import { validate } from '@vitae/kit/validate';
import type { Request } from 'express';
import { z } from 'zod';
import { parseForm } from '../../http/body/form-tree.ts';
import { formatOf } from '../../http/body/read-body.ts';
import { requestLimits, strictJson } from '../../http/body/strict-json.ts';

const DATA_ADDRESS = /^data:image\/[\w.+-]{1,40};base64,/;
// The first bytes of JPEG, PNG and GIF files, in base64 and in binary.
const BASE64_PICTURE = /^(?:\/9j|iVBORw0KGg|R0lGOD)[A-Za-z0-9+/]*={0,2}$/;
const PICTURE = /^(?:\xff\xd8\xff|\x89PNG|GIF8)/;

/** A picture in a JSON body or form. */
export const pictureUpload = z
  .strictObject({
    image: z.string().min(1, 'is empty').describe('The picture in base64, or as a `data:` URL.'),
  })
  .transform(({ image }, context): Buffer => {
    const base64 = image.replace(DATA_ADDRESS, '');
    if (BASE64_PICTURE.test(base64)) return Buffer.from(base64, 'base64');
    context.addIssue({ code: 'custom', path: ['image'], message: 'must be a JPEG, PNG or GIF in base64' });
    return z.NEVER;
  });

// Fits a picture of the maximum size in base64.
const JSON_LIMITS = { ...requestLimits, maxBytes: 7 * 1024 * 1024 };
/** Base64 has few characters that forms escape. Decoding millions of them would block other requests. */
const MAX_ESCAPES = 500_000;

/**
 * Reads an uploaded picture: the request body, the only file of a multipart form, or base64. The resume service checks
 * the format of the picture; here the content type only resolves ambiguous bodies.
 */
export async function readPictureUpload(request: Request): Promise<Buffer> {
  const { 'content-encoding': encoding = 'identity', 'content-type': label = '' } = request.headers;
  if (encoding !== 'identity') throw unsupported('Content-Encoding is not supported.');
  const body = bodyOf(request);
  if (body.length === 0) throw invalid('The request body is empty. Send a JPEG, PNG or GIF picture.');
  if (PICTURE.test(body.toString('latin1', 0, 8))) return body;
  if (isMultipart(label)) return fileOf(body, label);
  const format = formatOf(body, label);
  if (format === 'json') return validate(pictureUpload, await runInSlices(strictJson(body, JSON_LIMITS)));
  return format === 'form' ? pictureInForm(body) : body;
}

function pictureInForm(body: Buffer): Buffer {
  const percent = '%'.charCodeAt(0);
  let escapes = 0;
  for (let at = body.indexOf(percent); at >= 0; at = body.indexOf(percent, at + 1))
    if (++escapes > MAX_ESCAPES) throw invalid(`The form has more than ${MAX_ESCAPES} escaped characters.`);
  return validate(pictureUpload, parseForm(body));
}

async function fileOf(body: Buffer, label: string): Promise<Buffer> {
  const form = await readMultipart(body, label);
  const files = [...form.values()].filter((value) => typeof value !== 'string');
  const [file] = files;
  if (file === undefined || files.length > 1) throw unsupported('The form must contain exactly one file.');
  return Buffer.from(await file.arrayBuffer());
}

function unsupported(message: string): VitaeError {
  return new VitaeError('INVALID_ARGUMENT', 'unsupported_body', message);
}
