import type { Locale } from '@vitae/proto/locale';
import type { VNode } from 'preact';
import { dateFormat } from '../locales/date-format.ts';

export type MomentProps = { at: Date; locale: Locale; timeZone: string; show?: 'date' | 'time' | 'seconds' };

const timeStyles = { date: undefined, time: 'short', seconds: 'medium' } as const;

/** A date, with the time of day unless `show` is `date`. */
export function Moment({ at, locale, timeZone, show = 'time' }: MomentProps): VNode {
  const format = dateFormat(locale, timeZone, 'medium', timeStyles[show]);
  return <time datetime={at.toISOString()}>{format.format(at)}</time>;
}
