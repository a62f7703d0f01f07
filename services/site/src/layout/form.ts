import { invalid } from '@vitae/kit/errors';
import { bodyOf } from '@vitae/kit/http/raw-body';
import type { Request } from 'express';

/** The fields of a submitted form. For repeated fields, the first one counts. */
export type Form = { get(name: string): string };

/** Fits the largest form: a long URL and its canonical string, fully percent-encoded. */
const MAX_FORM_BYTES = 100_000;
/** More than any form has. */
const MAX_FIELDS = 1_000;

export function formOf(request: Request): Form {
  const body = bodyOf(request);
  if (!request.is('application/x-www-form-urlencoded')) throw invalid('The body must be a form.');
  if (body.length > MAX_FORM_BYTES || hasTooManyFields(body)) throw invalid('The form is too long.');
  const fields = new URLSearchParams(body.toString('utf8'));
  return { get: (name) => fields.get(name) ?? '' };
}

function hasTooManyFields(body: Buffer): boolean {
  let fields = 0;
  for (let at = body.indexOf('&'); at >= 0 && fields <= MAX_FIELDS; at = body.indexOf('&', at + 1)) fields += 1;
  return fields > MAX_FIELDS;
}

/** Returns the first value of a query parameter. */
export function queryOf(request: Request, name: string): string | undefined {
  const question = request.originalUrl.indexOf('?');
  return question < 0
    ? undefined
    : (new URLSearchParams(request.originalUrl.slice(question + 1)).get(name) ?? undefined);
}
