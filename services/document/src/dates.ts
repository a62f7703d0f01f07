import { type Culture, languageOf, languageTag } from './culture.ts';

const presentLabels = { fr: 'aujourd’hui', en: 'present', it: 'oggi', es: 'actualidad', de: 'heute' } as const;

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
export function formatDate(date: string | null | undefined, culture: Culture): string {
  const parsed = parseDate(date);
  return parsed ? formatter(culture, parsed).format(instant(parsed)) : '';
}

/** Formats a period. Without an end, the period lasts until the present if `ongoing`, else only its start is shown. */
export function formatPeriod(
  period: { start?: string | null; end?: string | null; ongoing?: boolean },
  culture: Culture,
): string {
  const start = parseDate(period.start);
  const end = parseDate(period.end);
  if (!start) return end ? formatDate(period.end, culture) : '';
  if (!end) {
    const from = formatDate(period.start, culture);
    return period.ongoing ? `${from} – ${presentLabels[languageOf(culture)]}` : from;
  }
  if (instant(end) < instant(start)) return formatDate(period.start, culture);
  if (start.month === null || end.month === null) {
    const [from, to] = [formatDate(period.start, culture), formatDate(period.end, culture)];
    return from === to ? from : `${from} – ${to}`;
  }
  return withSpacedDash(formatter(culture, start).formatRange(instant(start), instant(end)));
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

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(culture: Culture, date: PartialDate): Intl.DateTimeFormat {
  const key = `${culture} ${date.month !== null}`;
  const cached = formatters.get(key);
  if (cached) return cached;
  const fields: Intl.DateTimeFormatOptions = date.month === null ? {} : { month: 'short' };
  const created = new Intl.DateTimeFormat(languageTag(culture), { ...fields, year: 'numeric', timeZone: 'UTC' });
  formatters.set(key, created);
  return created;
}

function instant(date: PartialDate): number {
  return new Date(Date.UTC(2000, (date.month ?? 1) - 1, 15)).setUTCFullYear(date.year);
}

// ICU puts thin spaces or no spaces around the dash, depending on the culture.
function withSpacedDash(range: string): string {
  return range.replace(/[\s\u2009\u202f]*[–-][\s\u2009\u202f]*/g, ' – ');
}
