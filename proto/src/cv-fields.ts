import { z } from 'zod';
import { type CodeTableName, codeExists } from './code-tables.ts';

/** The cultures of a CV, as the specification lists them (`en_UK` included). */
export const cultures = ['fr_FR', 'en_US', 'en_UK', 'it_IT', 'es_ES', 'de_DE'] as const;
export const culture = z.enum(cultures);
export type Culture = z.infer<typeof culture>;

export const itemId = z.int().positive();

/**
 * Text in the JSON sense, hostile or not: it is escaped where it is shown, never here. Half of a
 * surrogate pair is no text: it becomes U+FFFD, as it would on its way through UTF-8.
 */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .overwrite((value) => value.toWellFormed());

/** One line of text: without C0, C1 and halves of surrogate pairs, which no name, number or id is written with. */
export const line = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not contain control characters');

/** Text that reads "" when it was not given. */
export const optionalText = (max: number) =>
  text(max)
    .nullish()
    .transform((value) => value ?? '')
    .pipe(z.string());

/** Text that reads null when it was not given. */
export const nullableText = (max: number) => text(max).nullable().default(null);

/** Whether `yyyy-mm-dd` names a day of the calendar. */
export function isDay(value: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

/** A day, `yyyy-mm-dd`; "" when unknown, or for an end when ongoing. */
export const day = z
  .string()
  .refine((value) => value === '' || isDay(value), 'must be a day such as 2024-02-29, or empty')
  .nullish()
  .transform((value) => value ?? '')
  .pipe(z.string());

/**
 * A code of a table that the specification has as a plain integer: 0 is "not given",
 * as the platform's own samples have it.
 */
export const code = (table: CodeTableName) =>
  z
    .int()
    .refine((value) => value === 0 || codeExists(table, value), `must be a code of the table ${table}`)
    .nullish()
    .transform((value) => value ?? 0)
    .pipe(z.int());

/** A state of the USA, null elsewhere. */
export const state = z
  .int()
  .refine((value) => codeExists('state', value), 'must be a code of the table state')
  .nullable();

/** `{isoCode}` with an ISO 3166-1 alpha-3 code, null when it was not given. */
export const country = z
  .strictObject({
    isoCode: z
      .string()
      .regex(/^(?:[A-Z]{3})?$/, 'must be an ISO 3166-1 alpha-3 code such as FRA')
      .nullish(),
  })
  .nullish()
  .transform((value) => (value?.isoCode ? { isoCode: value.isoCode } : null))
  .pipe(z.strictObject({ isoCode: z.string() }).nullable());

/** A web address; what a script could run from (`javascript:`, `data:`…) is refused. */
export const webAddress = text(2048).refine(
  (value) => value === '' || /^https?:\/\/[^\s]+$/i.test(value),
  'must be an http or https address',
);
