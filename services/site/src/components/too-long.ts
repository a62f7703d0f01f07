import type { Locale } from '@vitae/proto/locale';
import { messagesFor } from '../locales/messages.ts';

/** Returns the error of a field whose text is too long. The text stays in the field. */
export function tooLongError(locale: Locale, value: string | undefined, max: number): string | undefined {
  if (value === undefined || value.length <= max) return undefined;
  const { common, text } = messagesFor(locale);
  return text(common.tooLong, { max });
}
