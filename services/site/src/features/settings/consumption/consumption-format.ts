import type { View, Window } from '@vitae/accounts/consumption/window';
import type { Locale } from '@vitae/proto/locale';
import { type Messages, messagesFor } from '../../../locales/messages.ts';

/** Formats numbers and times in the reader's language and the company's time zone. */
export type ConsumptionFormat = Pick<Messages, 'text' | 'number'> & {
  /** Formats a latency, or a dash if it is undefined. */
  latency(milliseconds: number | undefined): string;
  /** Formats milliseconds since 1970 as hour and minute, optionally with seconds. */
  clock(at: number, seconds?: boolean): string;
  moment(at: number): string;
  /** Labels a point of the chart; `minute` counts minutes since 1970. */
  point(view: View, minute: number): string;
  /** Labels the period of the whole chart. */
  window(window: Pick<Window, 'view' | 'from' | 'to'>): string;
  list(items: readonly string[]): string;
  timeZone: string;
};

const NONE = '–';
const formats = new Map<string, ConsumptionFormat>();

/** Formats are cached, because creating a dozen Intl objects takes longer than formatting a page. */
export function consumptionFormat(locale: Locale, timeZone: string): ConsumptionFormat {
  const key = `${locale} ${timeZone}`;
  let format = formats.get(key);
  if (!format) {
    format = createFormat(locale, timeZone);
    formats.set(key, format);
  }
  return format;
}

function createFormat(locale: Locale, timeZone: string): ConsumptionFormat {
  const { text, number } = messagesFor(locale);
  const exact = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3, style: 'unit', unit: 'millisecond' });
  const seconds = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3, style: 'unit', unit: 'second' });
  const times = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...options, timeZone });
  const short = times({ timeStyle: 'short' });
  const long = times({ timeStyle: 'medium' });
  const moment = times({ dateStyle: 'medium', timeStyle: 'medium' });
  const points = { hour: short, day: short, month: times({ day: 'numeric', month: 'short' }) };
  const day = times({ dateStyle: 'full' });
  const month = times({ month: 'long', year: 'numeric' });
  const year = times({ year: 'numeric' });
  const list = new Intl.ListFormat(locale);
  return {
    text,
    number,
    latency: (milliseconds) => {
      if (milliseconds === undefined) return NONE;
      return milliseconds < 1_000 ? exact.format(milliseconds) : seconds.format(milliseconds / 1_000);
    },
    clock: (at, withSeconds = false) => (withSeconds ? long : short).format(at),
    moment: (at) => moment.format(at),
    point: (view, minute) => points[view === 'year' ? 'month' : view].format(minute * 60_000),
    window: ({ view, from, to }) => {
      if (view === 'hour') return short.formatRange(from * 60_000, to * 60_000);
      return { day, month, year }[view].format(from * 60_000);
    },
    list: (items) => list.format(items),
    timeZone,
  };
}
