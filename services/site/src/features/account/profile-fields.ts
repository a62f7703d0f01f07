import type { Locale } from '@vitae/proto/locale';
import { userInput } from '@vitae/proto/user-record';
import { messagesFor } from '../../locales/messages.ts';

/** The fields of the user record that owners can change. */
export type ProfileField = 'firstname' | 'lastname' | 'phone' | 'username' | 'email';
/** What to tell the owner about each rejected field. */
export type FieldErrors = { [Field in ProfileField]?: string };

/** Validates fields as the API does. */
export function fieldErrors(locale: Locale, typed: { [Field in ProfileField]?: string }): FieldErrors {
  const errors = Object.entries(typed).map(([field, value]) => [field, errorOf(locale, field as ProfileField, value)]);
  return Object.fromEntries(errors.filter(([, error]) => error !== undefined));
}

function errorOf(locale: Locale, field: ProfileField, typed: string): string | undefined {
  const {
    profile: { errors },
    text,
  } = messagesFor(locale);
  if (typed.trim() === '' && field !== 'phone') return errors.required;
  const issue = userInput.shape[field].safeParse(typed).error?.issues[0];
  if (!issue) return undefined;
  if (issue.code === 'too_big') return text(errors.tooLong, { max: Number(issue.maximum) });
  if (issue.code === 'too_small') return text(errors.tooShort, { min: Number(issue.minimum) });
  return field === 'username' || field === 'email' ? errors[field] : errors.control;
}
