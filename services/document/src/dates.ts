import { type Culture, languageOf, languageTag } from './culture.ts';

const untilNow = { fr: 'aujourd’hui', en: 'present', it: 'oggi', es: 'actualidad', de: 'heute' } as const;

type PartialDate = { year: number; month: number | null };

// `yyyy`, `yyyy-mm`, `yyyy-mm-dd` or an ISO date-time; a CV shows months, never days.
function readDate(text: string | null | undefined): PartialDate | null {
  const parts = /^(\d{4})(?:-(\d{2}))?(?:-\d{2})?(?:$|[T ])/.exec(text ?? '');
  if (!parts) return null;
  const month = parts[2] === undefined ? null : Number(parts[2]);
  if (month !== null && (month < 1 || month > 12)) return null;
  return Number(parts[1]) === 0 ? null : { year: Number(parts[1]), month };
}

export function showDate(date: string | null | undefined, culture: Culture): string {
  const read = readDate(date);
  return read ? formatter(culture, read).format(instant(read)) : '';
}

/** A period in the way of the culture; without an end it runs until now when `ongoing`, else the start stands alone. */
export function showPeriod(
  period: { start?: string | null; end?: string | null; ongoing?: boolean },
  culture: Culture,
): string {
  const start = readDate(period.start);
  const end = readDate(period.end);
  if (!start) return end ? showDate(period.end, culture) : '';
  if (!end) {
    const shown = showDate(period.start, culture);
    return period.ongoing ? `${shown} – ${untilNow[languageOf(culture)]}` : shown;
  }
  if (instant(end) < instant(start)) return showDate(period.start, culture);
  if (start.month === null || end.month === null) {
    const [from, to] = [showDate(period.start, culture), showDate(period.end, culture)];
    return from === to ? from : `${from} – ${to}`;
  }
  return spaced(formatter(culture, start).formatRange(instant(start), instant(end)));
}

/** Whole years from a birthdate to `now`; null for what cannot be an age. */
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
  const known = formatters.get(key);
  if (known) return known;
  const fields: Intl.DateTimeFormatOptions = date.month === null ? {} : { month: 'short' };
  const made = new Intl.DateTimeFormat(languageTag(culture), { ...fields, year: 'numeric', timeZone: 'UTC' });
  formatters.set(key, made);
  return made;
}

function instant(date: PartialDate): number {
  return new Date(Date.UTC(2000, (date.month ?? 1) - 1, 15)).setUTCFullYear(date.year);
}

// ICU joins with thin spaces, or with none at all; one look for every culture.
function spaced(range: string): string {
  return range.replace(/[\s\u2009\u202f]*[–-][\s\u2009\u202f]*/g, ' – ');
}
