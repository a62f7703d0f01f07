import type { Locale } from '@vitae/proto/locale';
import type { VNode } from 'preact';
import { messagesFor } from '../locales/messages.ts';

/** Lists what an application can access, which is the same for all applications. */
export function ScopeList({ locale }: { locale: Locale }): VNode {
  return (
    <ul class="scope-list">
      {Object.entries(messagesFor(locale).consent.scopes).map(([scope, text]) => (
        <li key={scope}>{text}</li>
      ))}
    </ul>
  );
}
