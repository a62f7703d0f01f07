import type { VNode } from 'preact';
import { messagesFor } from '../../locales/messages.ts';
import { AskPage } from './settings-page.tsx';
import type { SettingsView } from './settings-view.ts';

/** The page for administrators whose role lacks the permission. */
export function ForbiddenPage({ view }: { view: SettingsView }): VNode {
  const { forbidden } = messagesFor(view.locale).settings;
  return (
    <AskPage view={{ ...view, address: '/settings' }} title={forbidden.title}>
      <p class="lead">{view.may('administrator') ? forbidden.administrator : forbidden.viewer}</p>
      <p>
        <a class="button button-secondary" href="/settings">
          {forbidden.back}
        </a>
      </p>
    </AskPage>
  );
}
