import type { OpenSession } from '@vitae/accounts/sessions/session-store';
import type { VNode } from 'preact';
import { DataTable } from '../../../components/data-table.tsx';
import { Button, PostForm } from '../../../components/form.tsx';
import { Moment } from '../../../components/moment.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import type { SettingsView } from '../settings-view.ts';
import { deviceName } from './device-name.ts';

export type SessionsSectionProps = { view: SettingsView; sessions: readonly OpenSession[]; ownRef: string };

/** Lists the administrator's sessions, each with a button to end it. */
export function SessionsSection({ view, sessions, ownRef }: SessionsSectionProps): VNode {
  const messages = messagesFor(view.locale);
  const { sessions: labels } = messages.security;
  const when = { locale: view.locale, timeZone: view.company.timeZone };
  const nameOf = ({ device }: OpenSession) => deviceName(device?.userAgent ?? '', messages);
  const columns = [
    { key: 'device', title: labels.device, cell: nameOf },
    { key: 'address', title: labels.address, cell: ({ device }: OpenSession) => device?.address ?? '' },
    { key: 'since', title: labels.since, cell: ({ startedAt }: OpenSession) => <Moment at={startedAt} {...when} /> },
    { key: 'seen', title: labels.seen, cell: ({ lastSeenAt }: OpenSession) => <Moment at={lastSeenAt} {...when} /> },
    {
      key: 'end',
      title: labels.end,
      cell: (session: OpenSession) =>
        session.ref === ownRef ? (
          <span class="badge badge-good">{labels.here}</span>
        ) : (
          <PostForm action="/settings/security/sessions/end" sessionId={view.formKey} carry={{ ref: session.ref }}>
            <Button
              kind="quiet"
              label={messages.text(labels.endOf, { device: nameOf(session), address: session.device?.address ?? '' })}
            >
              {labels.end}
            </Button>
          </PostForm>
        ),
    },
  ];
  return (
    <section class="sheet stack" aria-labelledby="sessions">
      <h2 id="sessions">{labels.title}</h2>
      <DataTable caption={labels.title} columns={columns} rows={sessions} keyOf={({ ref }) => ref} />
      {sessions.length > 1 && (
        <PostForm action="/settings/security/sessions/end-others" sessionId={view.formKey}>
          <Button kind="secondary">{labels.endOthers}</Button>
        </PostForm>
      )}
    </section>
  );
}
