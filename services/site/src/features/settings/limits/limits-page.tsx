import type { ComponentChildren, VNode } from 'preact';
import { messagesFor } from '../../../locales/messages.ts';
import { SettingsPage } from '../settings-page.tsx';
import type { SettingsView } from '../settings-view.ts';

type LimitsPageProps = {
  view: SettingsView;
  intensiveEndpoints: readonly string[];
  /** Requests per minute for each application and owner. */
  ownerLimit: number;
  /** After the limits, such as a simulator. */
  children?: ComponentChildren;
};

export function LimitsPage({ view, intensiveEndpoints, ownerLimit, children }: LimitsPageProps): VNode {
  const { limits: messages, text, number } = messagesFor(view.locale);
  const { id, limits } = view.company;
  return (
    <SettingsPage view={view} area="limits" title={messages.title}>
      <div class="stack-tight">
        <h1>{messages.title}</h1>
        <p class="lead">{messages.lead}</p>
      </div>
      <div class="card-grid">
        <Limit title={messages.standard.title} calls={number(limits.standard)} unit={messages.perMinute}>
          <p class="muted">{messages.standard.means}</p>
        </Limit>
        <Limit title={messages.intensive.title} calls={number(limits.intensive)} unit={messages.perMinute}>
          <p class="muted">{messages.intensive.means}</p>
          <details>
            <summary>{messages.intensive.which}</summary>
            <ul class="plain-list call-list">
              {intensiveEndpoints.map((endpoint) => (
                <li key={endpoint}>
                  <code>{endpoint}</code>
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
          <li>{messages.how.rejected}</li>
          <li>{messages.how.headers}</li>
          <li>{messages.how.free}</li>
          <li>{text(messages.how.applications, { requests: ownerLimit })}</li>
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
      <p class="metric">
        <span class="metric-number">{calls}</span> <span class="muted">{unit}</span>
      </p>
      {children}
    </section>
  );
}
