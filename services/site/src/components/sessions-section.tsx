import type { OpenSession } from '@vitae/accounts/sessions/session-store';
import type { Locale } from '@vitae/proto/locale';
import type { VNode } from 'preact';
import { messagesFor } from '../locales/messages.ts';
import { deviceName } from '../sessions/device.ts';
import { DataTable } from './data-table.tsx';
import { Button, PostForm } from './form.tsx';
import { Moment } from './moment.tsx';

export type SessionsSectionProps = {
  locale: Locale;
  timeZone: string;
  /** The address of the forms, which end with /end and /end-others. */
  action: string;
  /** The key of the forms' CSRF tokens. */
  formKey: string;
  sessions: readonly OpenSession[];
  /** The current session. */
  ownRef: string;
};

/** Lists the sessions of a signed-in user, each with a button to end it. */
export function SessionsSection({ locale, timeZone, action, formKey, sessions, ownRef }: SessionsSectionProps): VNode {
  const messages = messagesFor(locale);
  const { sessions: labels } = messages.security;
  const when = { locale, timeZone };
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
          <PostForm action={`${action}/end`} sessionId={formKey} carry={{ ref: session.ref }}>
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
        <PostForm action={`${action}/end-others`} sessionId={formKey}>
          <Button kind="secondary">{labels.endOthers}</Button>
        </PostForm>
      )}
    </section>
  );
}
