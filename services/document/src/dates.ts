import type { Locale } from './locale.ts';

type PartialDate = { year: number; month: number | null };

// Accepts `yyyy`, `yyyy-mm`, `yyyy-mm-dd` or an ISO date-time. A CV shows months but no days.
function parseDate(text: string | null | undefined): PartialDate | null {
  const parts = /^(\d{4})(?:-(\d{2}))?(?:-\d{2})?(?:$|[T ])/.exec(text ?? '');
  if (!parts) return null;
  const month = parts[2] === undefined ? null : Number(parts[2]);
  if (month !== null && (month < 1 || month > 12)) return null;
  return Number(parts[1]) === 0 ? null : { year: Number(parts[1]), month };
}

/** Formats a date as month and year, or the year alone; returns "" for an invalid date. */
export function formatDate(date: string | null | undefined, locale: Locale): string {
  const parsed = parseDate(date);
  if (!parsed) return '';
  const { year, month } = parsed;
  if (month !== null && MONTH_NUMBERS.has(locale.language)) return `${month}/${year}`;
  const separator = numericMonths[locale.language];
  if (separator === undefined) return withoutWords(formatter(locale, parsed).formatToParts(instant(parsed)));
  return [year, ...(month === null ? [] : [String(month).padStart(2, '0')])].join(separator);
}

/** Omits words such as “de” and the abbreviation of “year”: with them, periods do not fit into the column of dates. */
function withoutWords(parts: Intl.DateTimeFormatPart[]): string {
  const texts = parts.map(({ type, value }) =>
    type === 'literal' ? value.replaceAll(/\p{L}+\.?/gu, '').replaceAll(/\s+/g, ' ') : value,
  );
  return texts.join('').trim();
}

// Czech and Hindi names of months have no short form, and Finnish CVs write numbers.
const MONTH_NUMBERS = new Set<Locale['language']>(['cs', 'fi', 'hi']);

// As CVs in these languages write them. Text extractors also separate digits from ideographs, which have other heights.
const numericMonths: Partial<Record<Locale['language'], string>> = { ja: '/', ko: '.', zh: '.' };

/**
 * Formats a period. Without an end, the period lasts until the present if `ongoing`, else only its start is shown.
 * Both dates have their year in all languages: programs that read CVs expect it, and the short ranges of ICU
 * ("Jun – Sep 2019") exist in some languages only and differ between its versions.
 */
export function formatPeriod(
  period: { start?: string | null; end?: string | null; ongoing?: boolean },
  locale: Locale,
): string {
  const start = parseDate(period.start);
  const end = parseDate(period.end);
  if (!start) return end ? formatDate(period.end, locale) : '';
  if (!end) {
    const from = formatDate(period.start, locale);
    return period.ongoing ? `${from} – ${locale.words.present}` : from;
  }
  if (instant({ ...end, month: end.month ?? 12 }) < instant(start)) return formatDate(period.start, locale);
  const [from, to] = [formatDate(period.start, locale), formatDate(period.end, locale)];
  return from === to ? from : `${from} – ${to}`;
}

/** Returns the whole years from a birthdate to `now` (milliseconds); null for an implausible age. */
export function yearsBetween(birthdate: string | null | undefined, now: number): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})/.exec(birthdate ?? '');
  if (!parts) return null;
  const today = new Date(now);
  const beforeBirthday =
    today.getUTCMonth() + 1 < Number(parts[2]) ||
    (today.getUTCMonth() + 1 === Number(parts[2]) && today.getUTCDate() < Number(parts[3]));
  const years = today.getUTCFullYear() - Number(parts[1]) - (beforeBirthday ? 1 : 0);
  return years >= 0 && years < 130 ? years : null;
}

// The same digits as in telephone numbers and in the texts of a CV.
const ALWAYS = { year: 'numeric', timeZone: 'UTC', numberingSystem: 'latn', calendar: 'gregory' } as const;

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter({ tag }: Locale, date: PartialDate): Intl.DateTimeFormat {
  const key = `${tag} ${date.month !== null}`;
  const cached = formatters.get(key);
  if (cached) return cached;
  const fields: Intl.DateTimeFormatOptions = date.month === null ? {} : { month: 'short' };
  const created = new Intl.DateTimeFormat(tag, { ...fields, ...ALWAYS });
  formatters.set(key, created);
  return created;
}

function instant(date: PartialDate): number {
  return new Date(Date.UTC(2000, (date.month ?? 1) - 1, 15)).setUTCFullYear(date.year);
}
