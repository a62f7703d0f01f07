import { bodyOf } from '@vitae/kit/http/raw-body';
import type { Request } from 'express';
import { z } from 'zod';
import { CSRF_FIELD, formOf, ONCE_FIELD } from '../../layout/form.ts';
import { isOurForm } from '../../sessions/csrf.ts';

/** A form that was submitted after the session had ended. `fields` are its encoded fields. */
export type KeptForm = { path: string; fields: string };

/** Fields of a sign-in form that keep another form. */
export const keptFields = { keptPath: z.string().max(100).optional(), kept: z.string().optional() };

/** More would not fit into the body of a visitor who is not signed in, which is read up to 32 KB. */
const MAX_KEPT_BYTES = 28_000;

/**
 * The sign-in page for a form whose session has ended. It keeps the text of the form, if the form was shown in the same
 * browser: another site must not put text into a CV. Large forms are not kept.
 */
export function signInKeeping(request: Request, sessionId: string, publicUrl: string) {
  return { failure: { reason: 'expired' }, kept: keptFormOf(request, sessionId, publicUrl) } as const;
}

function keptFormOf(request: Request, sessionId: string, publicUrl: string): KeptForm | undefined {
  try {
    if (!isOurForm(request, formOf(request), sessionId, publicUrl)) return undefined;
  } catch {
    return undefined; // The body is too large or not a form.
  }
  const fields = new URLSearchParams(bodyOf(request).toString('utf8'));
  for (const name of [CSRF_FIELD, ONCE_FIELD]) fields.delete(name);
  const kept = { path: request.path, fields: fields.toString() };
  return new URLSearchParams(kept).toString().length <= MAX_KEPT_BYTES ? kept : undefined;
}
