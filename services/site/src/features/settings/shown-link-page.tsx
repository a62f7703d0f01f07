import type { VNode } from 'preact';
import { Copyable } from '../../components/copyable.tsx';
import { messagesFor } from '../../locales/messages.ts';
import { type AreaName, areaPath } from './settings-area.ts';
import { SettingsPage } from './settings-page.tsx';
import type { SettingsView } from './settings-view.ts';

type ShownLinkProps = { view: SettingsView; area: AreaName; title: string; lead: string; url: string; done: string };

/** Shows a one-time link, if the server sends no email. */
export function ShownLinkPage({ view, area, title, lead, url, done }: ShownLinkProps): VNode {
  const path = areaPath(area);
  const { common } = messagesFor(view.locale);
  return (
    <SettingsPage view={{ ...view, address: path }} area={area} title={title}>
      <div class="stack-tight">
        <h1>{title}</h1>
        <p class="lead">{lead}</p>
      </div>
      <section class="sheet stack">
        <Copyable id="one-time-link" label={common.oneTimeLink} text={url} messages={common} />
        <p>
          <a class="button button-primary" href={path}>
            {done}
          </a>
        </p>
      </section>
    </SettingsPage>
  );
}
