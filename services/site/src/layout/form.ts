import { invalid } from '@vitae/kit/errors';
import { bodyOf } from '@vitae/kit/http/raw-body';
import { validate } from '@vitae/kit/validate';
import type { Request } from 'express';
import { z } from 'zod';

/** The fields of a submitted form. */
export type Form = {
  /** Returns the first value of a field, or "". */
  get(name: string): string;
  /**
   * Validates all fields. Use `z.string()` for text that the page asks for again, with a message.
   * @throws {VitaeError} INVALID_ARGUMENT for invalid, missing, repeated and unknown fields
   */
  parse<S extends z.ZodRawShape>(shape: S): z.output<z.ZodObject<S>>;
};

/** Names of the hidden fields with the form token of the session and the one-time token. */
export const CSRF_FIELD = 'csrf';
export const ONCE_FIELD = 'once';

/** Fields that every form may have: tokens, and the user name for password managers. */
const hiddenFields = {
  [CSRF_FIELD]: z.string().optional(),
  [ONCE_FIELD]: z.string().optional(),
  username: z.string().optional(),
};

/** Fits the largest form: a long URL and its canonical string, fully percent-encoded. */
const MAX_FORM_BYTES = 100_000;
/** More than any form has. */
const MAX_FIELDS = 1_000;

export function formOf(request: Request): Form {
  const body = bodyOf(request);
  if (!request.is('application/x-www-form-urlencoded')) throw invalid('The body must be a form.');
  if (body.length > MAX_FORM_BYTES || hasTooManyFields(body)) throw invalid('The form is too long.');
  const fields = new URLSearchParams(body.toString('utf8'));
  return {
    get: (name) => fields.get(name) ?? '',
    parse: (shape) => validate(z.strictObject({ ...hiddenFields, ...shape }), valuesOf(fields)) as never,
  };
}

/** Repeated fields have a list, which no schema of a single value accepts. */
function valuesOf(fields: URLSearchParams): Record<string, string | string[]> {
  const names = [...new Set(fields.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = fields.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
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
