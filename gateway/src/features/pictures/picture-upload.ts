import { documentLimits } from '@vitae/kit/bounded-json';
import { invalid, VitaeError } from '@vitae/kit/errors';
import { readUpload } from '@vitae/kit/http/raw-body';
import { validate } from '@vitae/kit/validate';
import type { Request } from 'express';
import { z } from 'zod';
import { formatOf } from '../../http/body/body-format.ts';
import { parseForm } from '../../http/body/form-tree.ts';
import { parseStrictJson } from '../../http/body/strict-json.ts';

const DATA_ADDRESS = /^data:image\/[\w.+-]{1,40};base64,/;
// As base64 and as they are, JPEG, PNG and GIF begin so.
const BASE64_PICTURE = /^(?:\/9j|iVBORw0KGg|R0lGOD)[A-Za-z0-9+/]*={0,2}$/;
const PICTURE = /^(?:\xff\xd8\xff|\x89PNG|GIF8)/;

/** A picture in a JSON body or a form. */
export const pictureUpload = z
  .strictObject({
    image: z.string().min(1, 'is empty').describe('The picture in base64, or a `data:` address of it.'),
  })
  .transform(({ image }, context): Buffer => {
    const base64 = image.replace(DATA_ADDRESS, '');
    if (BASE64_PICTURE.test(base64)) return Buffer.from(base64, 'base64');
    context.addIssue({ code: 'custom', path: ['image'], message: 'must be a JPEG, PNG or GIF in base64' });
    return z.NEVER;
  });

// A picture of the largest size in base64, and what is around it.
const JSON_LIMITS = { ...documentLimits, maxBytes: 7 * 1024 * 1024 };
const PARTS = /^multipart\/form-data\s*;/i;

/**
 * The picture that a call uploads: as the body itself, as the one file of a multipart form, or in
 * base64. What the bytes are is decided by them, where they are drawn anew; the label only tells
 * apart what begins alike.
 */
export async function readPictureUpload(request: Request): Promise<Buffer> {
  const { 'content-encoding': encoding = 'identity', 'content-type': label = '' } = request.headers;
  if (encoding !== 'identity') throw unsupported('Send the picture without a Content-Encoding.');
  const body = await readUpload(request);
  if (body.length === 0) throw invalid('The call needs a body: a JPEG, PNG or GIF picture.');
  if (PICTURE.test(body.toString('latin1', 0, 8))) return body;
  if (PARTS.test(label)) return fileOf(body, label);
  const format = formatOf(body, label);
  if (format === 'json') return validate(pictureUpload, parseStrictJson(body, JSON_LIMITS));
  return format === 'form' ? validate(pictureUpload, parseForm(body)) : body;
}

async function fileOf(body: Buffer, label: string): Promise<Buffer> {
  const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': label } })
    .formData()
    .catch((cause: unknown) => {
      throw unsupported('The multipart body cannot be read.', cause);
    });
  const files = [...form.values()].filter((value) => typeof value !== 'string');
  const [file] = files;
  if (file === undefined || files.length > 1) throw unsupported('The form needs one file.');
  return Buffer.from(await file.arrayBuffer());
}

function unsupported(message: string, cause?: unknown): VitaeError {
  return new VitaeError('INVALID_ARGUMENT', 'unsupported_body', message, { status: 415, cause });
}
