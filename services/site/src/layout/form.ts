import { invalid, VitaeError } from '@vitae/kit/errors';
import { isMultipart, readMultipart } from '@vitae/kit/http/multipart';
import { bodyOf, MAX_UPLOAD_BYTES, readBody } from '@vitae/kit/http/raw-body';
import { runInSlices } from '@vitae/kit/slices';
import { validate } from '@vitae/kit/validate';
import type { Request } from 'express';
import { z } from 'zod';
import { decodeForm } from './decode-form.ts';

/** The fields of a submitted form. */
export type Form = {
  /** Returns the first value of a field, or "". */
  get(name: string): string;
  /**
   * Validates all fields. Use `z.string()` for text that the page asks for again, with a message.
   * @throws {VitaeError} INVALID_ARGUMENT for invalid, missing, repeated and unknown fields
   */
  parse<S extends z.ZodRawShape>(shape: S): z.output<z.ZodObject<S>>;
  /**
   * Returns all fields as text, without the hidden ones. For forms with so many fields that a schema would be expensive.
   * @throws {VitaeError} INVALID_ARGUMENT for repeated fields and those that `isKnown` rejects
   */
  texts(isKnown: (name: string) => boolean): Record<string, string>;
  /** Returns all fields in their order, the hidden ones included. */
  entries(): [name: string, value: string][];
};

/** Names of the hidden fields with the form token of the session and the one-time token. */
export const CSRF_FIELD = 'csrf';
export const ONCE_FIELD = 'once';
/** Name of the hidden field with the id of the CV owner or administrator who opened the form. */
export const OWNER_FIELD = 'owner';

/** Fields that every form may have: tokens, the owner, and the user name for password managers. */
const hiddenFields = {
  [CSRF_FIELD]: z.string().optional(),
  [ONCE_FIELD]: z.string().optional(),
  [OWNER_FIELD]: z.string().optional(),
  username: z.string().optional(),
};

/** Names of the fields for passwords and other secrets. */
export const secretFields = ['password', 'current', 'next', 'again', 'secret', 'consumerSecret'] as const;
export type SecretField = (typeof secretFields)[number];

type FormLimits = { bytes: number; fields: number };

/** Fits a long URL and its canonical string, fully percent-encoded, and more fields than any other form has. */
const USUAL_LIMITS: FormLimits = { bytes: 100_000, fields: 1_000 };
/** Fits a skill with everything below it. Texts that are too long are shown again with a message, so they fit too. */
export const LONG_FORM: FormLimits = { bytes: MAX_UPLOAD_BYTES, fields: 2_500 };
/** Fits a form with long texts in any script that is submitted after the session ended. */
export const MAX_VISITOR_FORM_BYTES = 1_000_000;

export function formOf(request: Request): Form {
  return parseForm(request, bodyOf(request), USUAL_LIMITS);
}

/**
 * Reads a form with long texts. Call it for signed-in visitors only, because it reads the whole body.
 * @throws {VitaeError} INVALID_ARGUMENT body_too_large
 */
export async function longFormOf(request: Request): Promise<Form> {
  return parseLongForm(request, await readBody(request), LONG_FORM);
}

/**
 * Reads a form of a visitor who may not be signed in, but has typed long texts.
 * @throws {VitaeError} INVALID_ARGUMENT body_too_large
 */
export async function visitorFormOf(request: Request): Promise<Form> {
  const limits = { ...LONG_FORM, bytes: MAX_VISITOR_FORM_BYTES };
  return parseLongForm(request, await readBody(request, limits.bytes), limits);
}

async function parseLongForm(request: Request, body: Buffer, limits: FormLimits): Promise<Form> {
  checkForm(request, body, limits);
  return formFrom(await runInSlices(decodeForm(body)));
}

function parseForm(request: Request, body: Buffer, limits: FormLimits): Form {
  checkForm(request, body, limits);
  return formFrom(new URLSearchParams(body.toString('utf8')));
}

function checkForm(request: Request, body: Buffer, { bytes, fields }: FormLimits): void {
  if (!request.is('application/x-www-form-urlencoded')) throw invalid('The body must be a form.');
  if (body.length > bytes)
    throw new VitaeError('INVALID_ARGUMENT', 'body_too_large', `The form is larger than ${bytes} bytes.`, {
      status: 413,
    });
  if (hasTooManyFields(body, fields)) throw invalid('The form is too long.');
}

export function formFrom(fields: URLSearchParams): Form {
  return {
    get: (name) => fields.get(name) ?? '',
    texts: (isKnown) => {
      const texts = Object.create(null) as Record<string, string>;
      for (const [name, text] of fields) {
        if (Object.hasOwn(hiddenFields, name)) continue;
        if (!isKnown(name) || name in texts)
          throw invalid(`The form has an unknown or repeated field: ${name.slice(0, 100)}`);
        texts[name] = text;
      }
      return texts;
    },
    entries: () => [...fields],
    parse: (shape) => validate(z.strictObject({ ...hiddenFields, ...shape }), valuesOf(fields)) as never,
  };
}

/** A form with one file at most. Forms without a chosen file have none. */
export type Upload = { form: Form; file: Buffer | undefined };

/**
 * Reads a form with a file: its fields and the content of its file. Call it for signed-in visitors only, because it reads
 * the whole body.
 * @throws {VitaeError} INVALID_ARGUMENT body_too_large or unsupported_body
 */
export async function uploadOf(request: Request): Promise<Upload> {
  const body = await readBody(request);
  const type = request.headers['content-type'] ?? '';
  if (!isMultipart(type)) return { form: formOf(request), file: undefined };
  const fields = new URLSearchParams();
  let file: Buffer | undefined;
  for (const [name, value] of await readMultipart(body, type))
    if (typeof value === 'string') fields.append(name, value);
    else if (value.name !== '') file = Buffer.from(await value.arrayBuffer());
  return { form: formFrom(fields), file };
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

function hasTooManyFields(body: Buffer, max: number): boolean {
  let fields = 0;
  for (let at = body.indexOf('&'); at >= 0 && fields <= max; at = body.indexOf('&', at + 1)) fields += 1;
  return fields > max;
}

/** Returns the first value of a query parameter. */
export function queryOf(request: Request, name: string): string | undefined {
  const question = request.originalUrl.indexOf('?');
  return question < 0
    ? undefined
    : (new URLSearchParams(request.originalUrl.slice(question + 1)).get(name) ?? undefined);
}

/** Returns whether the request is from a script rather than a page load. */
export const wantsJson = (request: Request) => request.accepts(['html', 'json']) === 'json';
