import { VitaeError } from '@vitae/kit/errors';
import { isMultipart } from '@vitae/kit/http/multipart';
import { isBodyPending } from '@vitae/kit/http/raw-body';
import type { Request } from 'express';
import { secretFields, visitorFormOf, wantsJson } from '../../layout/form.ts';
import { isOurOrigin } from '../../sessions/csrf.ts';

/** A form that could not be handled, or why the error page does not repeat it. */
export type FailedForm =
  | { action: string; fields: [name: string, value: string][] }
  | { omitted: 'secret' | 'file' | 'tooLarge' };

const SECRETS: ReadonlySet<string> = new Set(secretFields);

/**
 * Returns the form of a failed request, so that the error page does not lose the text. The CSRF token stays the submitted
 * one: sessions may be unavailable, so only the next request can check it. With `readsBody`, it receives the rest of a long
 * form.
 */
export async function failedFormOf(
  request: Request,
  publicUrl: string,
  readsBody = true,
): Promise<FailedForm | undefined> {
  // Scripts keep their text, and other sites must not choose the content of our pages.
  if (request.method !== 'POST' || wantsJson(request)) return undefined;
  if (request.headers.origin !== undefined && !isOurOrigin(request, publicUrl)) return undefined;
  if (isMultipart(request.headers['content-type'] ?? '')) return { omitted: 'file' };
  if (!readsBody && isBodyPending(request)) return { omitted: 'tooLarge' };
  try {
    const fields = (await visitorFormOf(request)).entries();
    if (fields.some(([name]) => SECRETS.has(name))) return { omitted: 'secret' };
    return { action: request.originalUrl, fields };
  } catch (thrown) {
    // The page already reports an error. A form that cannot be read has no text to repeat.
    return VitaeError.from(thrown).reason === 'body_too_large' ? { omitted: 'tooLarge' } : undefined;
  }
}
