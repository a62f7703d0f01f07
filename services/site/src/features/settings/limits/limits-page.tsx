import type { ComponentChildren, VNode } from 'preact';
import { limitsWords } from '../../../locales/settings/limits/catalogue.ts';
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
  const words = limitsWords[view.locale];
  const number = new Intl.NumberFormat(view.locale);
  const { id, limits } = view.company;
  return (
    <SettingsPage view={view} area="limits" title={words.title}>
      <div class="stack-tight">
        <h1>{words.title}</h1>
        <p class="lead">{words.lead}</p>
      </div>
      <div class="card-grid">
        <Limit title={words.standard.title} calls={number.format(limits.standard)} unit={words.aMinute}>
          <p class="muted">{words.standard.means}</p>
        </Limit>
        <Limit title={words.intensive.title} calls={number.format(limits.intensive)} unit={words.aMinute}>
          <p class="muted">{words.intensive.means}</p>
          <details>
            <summary>{words.intensive.which}</summary>
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
        <h2 id="how">{words.howTitle}</h2>
        <ul class="plain-list">
          <li>{words.how.minute}</li>
          <li>{words.how.refused}</li>
          <li>{words.how.headers}</li>
          <li>{words.how.wrong}</li>
          <li>{words.how.owners(number.format(ownerLimit))}</li>
        </ul>
      </section>
      <section class="sheet stack-tight" aria-labelledby="change">
        <h2 id="change">{words.changeTitle}</h2>
        <p>{words.change}</p>
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
