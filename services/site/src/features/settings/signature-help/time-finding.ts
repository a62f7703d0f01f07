import type { Locale } from '@vitae/proto/locale';
import { messagesFor } from '../../../locales/messages.ts';

type TimeFinding = { seconds: number; byNow?: true };

/** Says how far a timestamp is outside the window. */
export function timeFindingText(locale: Locale, { seconds, byNow }: TimeFinding): string {
  const {
    signatureHelp: { result },
    text,
  } = messagesFor(locale);
  const time = durationText(locale, Math.abs(seconds));
  if (seconds > 0) return text(result.early, { time });
  return text(byNow ? result.lateByNow : result.late, { time });
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

function durationText(locale: Locale, seconds: number): string {
  const [unit, size] = UNITS.find(([, length]) => seconds >= 2 * length) ?? ['second', 1];
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 });
  return format.format(seconds / size);
}
