import type { Source } from '@vitae/accounts/consumption/counter';
import { redactTarget } from '@vitae/accounts/consumption/redact-target';
import type { RejectedRequest } from '@vitae/accounts/consumption/rejected-requests';
import type { SourceName } from '@vitae/accounts/consumption/source-names';
import type { VNode } from 'preact';
import { DataTable } from '../../../components/data-table.tsx';
import { areaPath } from '../settings-area.ts';
import { SettingsPage } from '../settings-page.tsx';
import type { SettingsView } from '../settings-view.ts';
import type { ConsumptionFormat } from './consumption-format.ts';
import { type ConsumptionMessages, sourceName } from './consumption-view.ts';

export type RejectedPageProps = {
  view: SettingsView;
  calls: readonly RejectedRequest[];
  names: ReadonlyMap<Source, SourceName>;
  messages: ConsumptionMessages;
  format: ConsumptionFormat;
};

export function RejectedPage({ view, calls, names, messages, format }: RejectedPageProps): VNode {
  const { rejected } = messages;
  const mayExplain = view.areas.includes('signature');
  const explain = (id: string) => `${areaPath('signature')}?request=${encodeURIComponent(id)}`;
  return (
    <SettingsPage view={view} area="consumption" title={rejected.title}>
      <div class="stack-tight">
        <h1>{rejected.title}</h1>
        <p class="lead">{rejected.lead}</p>
        <p class="muted">{format.text(messages.timeZone, { zone: format.timeZone })}</p>
        <p>
          <a href={areaPath('consumption')}>{rejected.back}</a>
        </p>
      </div>
      {calls.length === 0 ? (
        <p>{rejected.none}</p>
      ) : (
        <DataTable
          caption={rejected.title}
          rows={calls}
          keyOf={({ requestId, at }) => `${requestId} ${at}`}
          columns={[
            { key: 'when', title: rejected.when, cell: ({ at }) => format.moment(at) },
            { key: 'cause', title: rejected.cause, cell: (call) => causeOf(call, messages) },
            {
              key: 'source',
              title: messages.source,
              cell: ({ source }) => sourceName(source, { names, messages, format }),
            },
            {
              key: 'address',
              title: rejected.address,
              cell: ({ method, target }) => <code>{`${method} ${redactTarget(target)}`}</code>,
            },
            {
              key: 'request',
              title: rejected.request,
              cell: ({ requestId }) =>
                mayExplain ? (
                  <a href={explain(requestId)} aria-label={`${rejected.explain}: ${requestId}`}>
                    <code>{requestId}</code>
                  </a>
                ) : (
                  <code>{requestId}</code>
                ),
            },
          ]}
        />
      )}
    </SettingsPage>
  );
}

/** Outcome messages name the status that keys get and, if different, the one that applications get. */
const STATUSES = /\(\d{3}(?:\/\d{3})?\)/;

function causeOf({ cause, status }: RejectedRequest, { outcomes }: ConsumptionMessages): string {
  return status === undefined ? outcomes[cause] : outcomes[cause].replace(STATUSES, `(${status})`);
}
