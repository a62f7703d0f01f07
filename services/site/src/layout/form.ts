import { invalid } from '@vitae/kit/errors';
import { bodyOf } from '@vitae/kit/http/raw-body';
import type { Request } from 'express';

/** The fields of a posted form; of one that stands twice, the first. */
export type Form = { get(name: string): string };

/** Room for a long address and what was signed of it, both with every sign encoded. */
const MAX_FORM_BYTES = 100_000;

export function formOf(request: Request): Form {
  const body = bodyOf(request);
  if (!request.is('application/x-www-form-urlencoded')) throw invalid('The body must be a form.');
  if (body.length > MAX_FORM_BYTES) throw invalid('The form is too long.');
  const fields = new URLSearchParams(body.toString('utf8'));
  return { get: (name) => fields.get(name) ?? '' };
}

/** A query parameter that was sent once, as text. */
export function queryOf(request: Request, name: string): string | undefined {
  const question = request.originalUrl.indexOf('?');
  return question < 0
    ? undefined
    : (new URLSearchParams(request.originalUrl.slice(question + 1)).get(name) ?? undefined);
}
