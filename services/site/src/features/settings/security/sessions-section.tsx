import type { VNode } from 'preact';
import { DataTable } from '../../../components/data-table.tsx';
import { Button, PostForm } from '../../../components/form.tsx';
import { Moment } from '../../../components/moment.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import type { OpenSession } from '@vitae/accounts/sessions/session-store';
import type { SettingsView } from '../settings-view.ts';
import { deviceName } from './device-name.ts';

export type SessionsSectionProps = { view: SettingsView; sessions: readonly OpenSession[]; ownRef: string };

/** Where somebody is signed in, each session with its end. */
export function SessionsSection({ view, sessions, ownRef }: SessionsSectionProps): VNode {
  const { sessions: messages } = messagesFor(view.locale).security;
  const when = { locale: view.locale, timeZone: view.company.timeZone };
  const nameOf = ({ device }: OpenSession) => deviceName(device?.userAgent ?? '', messages);
  const columns = [
    { key: 'device', title: messages.device, cell: nameOf },
    { key: 'address', title: messages.address, cell: ({ device }: OpenSession) => device?.address ?? '' },
    { key: 'since', title: messages.since, cell: ({ startedAt }: OpenSession) => <Moment at={startedAt} {...when} /> },
    { key: 'seen', title: messages.seen, cell: ({ lastSeenAt }: OpenSession) => <Moment at={lastSeenAt} {...when} /> },
    {
      key: 'end',
      title: messages.end,
      cell: (session: OpenSession) =>
        session.ref === ownRef ? (
          <span class="badge badge-good">{messages.here}</span>
        ) : (
          <PostForm action="/settings/security/sessions/end" sessionId={view.formKey} carry={{ ref: session.ref }}>
            <Button kind="quiet" label={messages.endOf(nameOf(session), session.device?.address ?? '')}>
              {messages.end}
            </Button>
          </PostForm>
        ),
    },
  ];
  return (
    <section class="sheet stack" aria-labelledby="sessions">
      <h2 id="sessions">{messages.title}</h2>
      <DataTable caption={messages.title} columns={columns} rows={sessions} keyOf={({ ref }) => ref} />
      {sessions.length > 1 && (
        <PostForm action="/settings/security/sessions/end-others" sessionId={view.formKey}>
          <Button kind="secondary">{messages.endOthers}</Button>
        </PostForm>
      )}
    </section>
  );
}
