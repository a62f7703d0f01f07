import type { Locale } from '@vitae/proto/locale';
import type { View, Window } from '@vitae/accounts/consumption/window';

/** Numbers and times as the reader's language writes them, by the clocks of the company. */
export type ConsumptionFormat = {
  number(value: number): string;
  /** A latency; undefined reads as a dash. */
  latency(milliseconds: number | undefined): string;
  /** Hour and minute, with seconds on demand; of milliseconds since 1970. */
  clock(at: number, seconds?: boolean): string;
  moment(at: number): string;
  /** What a point of the chart stands for; of minutes since 1970. */
  point(view: View, minute: number): string;
  /** What the whole chart shows. */
  window(window: Pick<Window, 'view' | 'from' | 'to'>): string;
  list(items: readonly string[]): string;
};

const NONE = '–';

export function consumptionFormat(locale: Locale, timeZone: string): ConsumptionFormat {
  const number = new Intl.NumberFormat(locale);
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
    number: (value) => number.format(value),
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
  };
}
