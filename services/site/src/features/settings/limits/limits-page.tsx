import type { ComponentChildren, VNode } from 'preact';
import { messagesFor } from '../../../locales/messages.ts';
import { SettingsPage } from '../settings-page.tsx';
import type { SettingsView } from '../settings-view.ts';

export type LimitsPageProps = {
  view: SettingsView;
  intensiveCalls: readonly string[];
  /** Calls a minute for each application and owner. */
  ownerLimit: number;
  /** After the limits, such as a simulator. */
  children?: ComponentChildren;
};

export function LimitsPage({ view, intensiveCalls, ownerLimit, children }: LimitsPageProps): VNode {
  const { limits: messages } = messagesFor(view.locale);
  const number = new Intl.NumberFormat(view.locale);
  const { id, limits } = view.company;
  return (
    <SettingsPage view={view} area="limits" title={messages.title}>
      <div class="stack-tight">
        <h1>{messages.title}</h1>
        <p class="lead">{messages.lead}</p>
      </div>
      <div class="card-grid">
        <Limit title={messages.standard.title} calls={number.format(limits.standard)} unit={messages.aMinute}>
          <p class="muted">{messages.standard.means}</p>
        </Limit>
        <Limit title={messages.intensive.title} calls={number.format(limits.intensive)} unit={messages.aMinute}>
          <p class="muted">{messages.intensive.means}</p>
          <details>
            <summary>{messages.intensive.which}</summary>
            <ul class="plain-list call-list">
              {intensiveCalls.map((call) => (
                <li key={call}>
                  <code>{call}</code>
                </li>
              ))}
            </ul>
          </details>
        </Limit>
      </div>
      {children}
      <section class="sheet stack-tight" aria-labelledby="how">
        <h2 id="how">{messages.howTitle}</h2>
        <ul class="plain-list">
          <li>{messages.how.minute}</li>
          <li>{messages.how.refused}</li>
          <li>{messages.how.headers}</li>
          <li>{messages.how.wrong}</li>
          <li>{messages.how.owners(number.format(ownerLimit))}</li>
        </ul>
      </section>
      <section class="sheet stack-tight" aria-labelledby="change">
        <h2 id="change">{messages.changeTitle}</h2>
        <p>{messages.change}</p>
        <code class="command">
          {`vitae company set-limits --company ${id} --standard ${limits.standard} --intensive ${limits.intensive}`}
        </code>
      </section>
    </SettingsPage>
  );
}

function Limit({
  title,
  calls,
  unit,
  children,
}: {
  title: string;
  calls: string;
  unit: string;
  children: ComponentChildren;
}): VNode {
  return (
    <section class="sheet stack-tight">
      <h2>{title}</h2>
      <p class="figure">
        <span class="figure-number">{calls}</span> <span class="muted">{unit}</span>
      </p>
      {children}
    </section>
  );
}
