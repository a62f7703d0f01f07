import { isDay } from '@vitae/proto/cv-fields';
import { z } from 'zod';

const FORM = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i;
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * Parses `YYYY-MM-DD hh:mm:ss`, `YYYY-MM-DD`, ISO 8601, or `@` and a Unix time. The default time zone is UTC.
 * Returns milliseconds since 1970, or undefined for other formats.
 */
export function parseDateTime(text: string): number | undefined {
  if (/^@-?\d{1,12}$/.test(text)) {
    const time = Number(text.slice(1)) * 1_000;
    return Math.abs(time) <= LATEST ? time : undefined;
  }
  const match = FORM.exec(text);
  if (!match) return undefined;
  const [, day = '', hour = '00', minute = '00', second = '00', fraction = '0', zone = 'Z'] = match;
  const hasTime = match[2] !== undefined;
  if (
    !isDay(day) ||
    Number(hour) > 23 ||
    Number(minute) > 59 ||
    Number(second) > 59 ||
    (!hasTime && match[6] !== undefined)
  )
    return undefined;
  const offset = offsetOf(zone);
  if (offset === undefined) return undefined;
  return Date.parse(`${day}T${hour}:${minute}:${second}Z`) + Math.floor(Number(`0.${fraction}`) * 1_000) - offset;
}

/** A schema for the formats of `parseDateTime`. */
export const dateTime = z.string().transform((text, context) => {
  const time = parseDateTime(text);
  if (time !== undefined) return time;
  context.addIssue({
    code: 'custom',
    message: 'must be YYYY-MM-DD hh:mm:ss, YYYY-MM-DD, ISO 8601, or @ and a Unix time',
  });
  return z.NEVER;
});

function offsetOf(zone: string): number | undefined {
  if (zone.toUpperCase() === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || '0');
  if (hours > 14 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
