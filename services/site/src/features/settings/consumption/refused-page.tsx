import type { VNode } from 'preact';
import { isApplication, type Source } from '@vitae/accounts/consumption/counter';
import { redactTarget } from '@vitae/accounts/consumption/redact-target';
import type { RefusedCall } from '@vitae/accounts/consumption/refused-calls';
import { DataTable } from '../../../components/data-table.tsx';
import type { Messages } from '../../../locales/messages.ts';
import { areaPath } from '../settings-area.ts';
import { SettingsPage } from '../settings-page.tsx';
import type { SettingsView } from '../settings-view.ts';
import type { ConsumptionFormat } from './consumption-format.ts';
import { sourceName } from './consumption-view.ts';

export type RefusedPageProps = {
  view: SettingsView;
  calls: readonly RefusedCall[];
  names: ReadonlyMap<Source, string>;
  messages: ConsumptionWords;
  format: ConsumptionFormat;
};

export function RefusedPage({ view, calls, names, messages, format }: RefusedPageProps): VNode {
  const { refusedCalls } = messages;
  const mayExplain = view.areas.includes('signature');
  const anyOfApplications = calls.some(({ source }) => isApplication(source));
  const explain = (id: string) => `${areaPath('signature')}?request=${encodeURIComponent(id)}`;
  return (
    <SettingsPage view={view} area="consumption" title={refusedCalls.title}>
      <div class="stack-tight">
        <h1>{refusedCalls.title}</h1>
        <p class="lead">{refusedCalls.lead}</p>
        <p>
          <a href={areaPath('consumption')}>{refusedCalls.back}</a>
        </p>
      </div>
      {calls.length === 0 ? (
        <p>{refusedCalls.none}</p>
      ) : (
        <DataTable
          caption={refusedCalls.title}
          rows={calls}
          keyOf={({ requestId, at }) => `${requestId} ${at}`}
          columns={[
            { key: 'when', title: refusedCalls.when, cell: ({ at }) => format.moment(at) },
            { key: 'cause', title: refusedCalls.cause, cell: (call) => causeOf(call, messages) },
            { key: 'source', title: messages.source, cell: ({ source }) => sourceName(source, { names, messages }) },
            {
              key: 'address',
              title: refusedCalls.address,
              cell: ({ method, target }) => <code>{`${method} ${redactTarget(target)}`}</code>,
            },
            {
              key: 'request',
              title: refusedCalls.request,
              cell: ({ requestId, source }) =>
                mayExplain && !isApplication(source) ? (
                  <a href={explain(requestId)} aria-label={`${refusedCalls.explain}: ${requestId}`}>
                    <code>{requestId}</code>
                  </a>
                ) : (
                  <code>{requestId}</code>
                ),
            },
          ]}
        />
      )}
      {anyOfApplications && <p class="fine-print">{refusedCalls.ofApplications}</p>}
    </SettingsPage>
  );
}

/** The messages of a cause name the status that keys get, and that of applications where they meet it, too. */
const STATUSES = /\(\d{3}(?:\/\d{3})?\)/;

function causeOf({ cause, status }: RefusedCall, { outcomes }: ConsumptionWords): string {
  return status === undefined ? outcomes[cause] : outcomes[cause].replace(STATUSES, `(${status})`);
}
