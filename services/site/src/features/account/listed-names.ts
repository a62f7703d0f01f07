import { isolateText } from '@vitae/kit/isolate-text';
import { messagesFor } from '../../locales/messages.ts';
import type { AccountView } from './account-view.ts';

/** Lists names, at most `max` of them, and how many more there are. */
export function listedNames({ locale }: AccountView, names: readonly string[], max: number): string {
  const { versions, text } = messagesFor(locale);
  const list = names.slice(0, max).map(isolateText).join(', ');
  const more = names.length - max;
  return more > 0 ? text(versions.changes.more, { names: list, count: more }) : list;
}
