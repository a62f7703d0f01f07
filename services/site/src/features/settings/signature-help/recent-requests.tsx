import { redactTarget } from '@vitae/accounts/consumption/redact-target';
import type { RejectedRequest } from '@vitae/accounts/consumption/rejected-requests';
import type { VNode } from 'preact';
import { DataTable } from '../../../components/data-table.tsx';
import { Moment } from '../../../components/moment.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import type { SettingsView } from '../settings-view.ts';

export type RecentRequestsProps = {
  view: SettingsView;
  recent: readonly RejectedRequest[];
  /** The page that explains the requests. */
  path: string;
  /** Describes the requests. */
  lead: string;
};

/** The latest rejected requests, with links to their explanation. */
export function RecentRequests({ view, recent, path, lead }: RecentRequestsProps): VNode {
  const {
    signatureHelp: { recent: messages },
    text,
  } = messagesFor(view.locale);
  const columns = [
    {
      key: 'when',
      title: messages.when,
      cell: ({ at }: RejectedRequest) => (
        <Moment at={new Date(at)} locale={view.locale} timeZone={view.company.timeZone} />
      ),
    },
    { key: 'call', title: messages.call, cell: (call: RejectedRequest) => <code>{callText(call)}</code> },
  ];
  const explain = {
    key: 'explain',
    title: '',
    cell: ({ requestId }: RejectedRequest) => (
      <a
        class="nowrap"
        href={`${path}?request=${encodeURIComponent(requestId)}`}
        aria-label={text(messages.explainOf, { id: requestId })}
      >
        {messages.explain}
      </a>
    ),
  };
  return (
    <section class="sheet stack" aria-labelledby="recent">
      <h2 id="recent">{messages.title}</h2>
      <p class="muted">{recent.length === 0 ? messages.none : lead}</p>
      {recent.length > 0 && (
        <DataTable
          caption={messages.title}
          columns={view.may('administrator') ? [...columns, explain] : columns}
          rows={recent}
          keyOf={({ requestId, at }) => `${requestId} ${at}`}
        />
      )}
    </section>
  );
}

const SHOWN = 160;

/** The request without personal and signing parameters, shortened to fit a table row. */
export function callText({ method, target }: Pick<RejectedRequest, 'method' | 'target'>): string {
  const text = `${method} ${redactTarget(target)}`;
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
