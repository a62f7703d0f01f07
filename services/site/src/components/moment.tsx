import type { VNode } from 'preact';
import type { Locale } from '../locales/locale.ts';

export type MomentProps = { at: Date; locale: Locale; timeZone: string; show?: 'date' | 'time' };

/** A date and time as people of the language write it, exact for machines. */
export function Moment({ at, locale, timeZone, show = 'time' }: MomentProps): VNode {
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: show === 'time' ? 'short' : undefined,
    timeZone,
  });
  return <time datetime={at.toISOString()}>{format.format(at)}</time>;
}
