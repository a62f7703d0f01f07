import { z } from 'zod';
import { type CodeTableName, codeExists } from './code-tables.ts';
import { isCountry } from './country-codes.ts';

/** The cultures of a CV, as listed in the specification (including `en_UK`). */
export const cultures = ['fr_FR', 'en_US', 'en_UK', 'it_IT', 'es_ES', 'de_DE'] as const;
export const culture = z.enum(cultures);
export type Culture = z.infer<typeof culture>;
/** The culture of CVs that are created without one. */
export const defaultCulture: Culture = 'en_US';

export const itemId = z.int().positive();

/**
 * Any text. It is escaped on output, not here. Lone surrogates are replaced by U+FFFD, as UTF-8 encoding would do.
 */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .overwrite((value) => value.toWellFormed());

/** A line of text, without control characters (C0, DEL, C1) and lone surrogates. */
export const line = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not contain control characters');

/** Text, "" if not given. */
export const optionalText = (max: number) =>
  text(max)
    .nullish()
    .transform((value) => value ?? '')
    .pipe(z.string());

/** Text, null if not given. */
export const nullableText = (max: number) => text(max).nullable().default(null);

/** Returns whether a string is a calendar date (`yyyy-mm-dd`). */
export function isDay(value: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

/** A date, `yyyy-mm-dd`. "" if unknown, or for the end of something ongoing. */
export const day = z
  .string()
  .refine((value) => value === '' || isDay(value), 'must be a date such as 2024-02-29, or empty')
  .nullish()
  .transform((value) => value ?? '')
  .pipe(z.string());

/**
 * A code in a table, as a plain integer. 0 means not specified, as in the samples of the specification.
 */
export const code = (table: CodeTableName) =>
  z
    .int()
    .refine((value) => value === 0 || codeExists(table, value), `must be a code in the table ${table}`)
    .nullish()
    .transform((value) => value ?? 0)
    .pipe(z.int());

/** A state of the USA; null in other countries. */
export const state = z
  .int()
  .refine((value) => codeExists('state', value), 'must be a code in the table state')
  .nullable();

/** `{isoCode}` with an ISO 3166-1 alpha-3 code; null if not given. */
export const country = z
  .strictObject({
    isoCode: z
      .string()
      .refine((code) => code === '' || isCountry(code), 'must be an ISO 3166-1 alpha-3 code such as FRA')
      .meta({ pattern: '^([A-Z]{3})?$' })
      .nullish(),
  })
  .nullish()
  .transform((value) => (value?.isoCode ? { isoCode: value.isoCode } : null))
  .pipe(z.strictObject({ isoCode: z.string() }).nullable());

/** An http or https URL. Schemes that can run scripts (`javascript:`, `data:`…) are rejected. */
export const webAddress = text(2048).refine(
  (value) => value === '' || /^https?:\/\/[^\s]+$/i.test(value),
  'must be an http or https URL',
);
