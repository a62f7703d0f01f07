import type { GrantAccess } from '@vitae/accounts/grants/grant-access';
import { isolateText } from '@vitae/kit/isolate-text';
import type { VNode } from 'preact';
import {
  AccessFields,
  type AccessibleCv,
  type AccessProblem,
  accessProblemMessage,
  withoutOtherCvs,
} from '../../components/access-fields.tsx';
import { Button, PostForm } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { dateFormat } from '../../locales/date-format.ts';
import { messagesFor } from '../../locales/messages.ts';
import type { AccountView } from './account-view.ts';
import type { AccessedApplication } from './application-accesses.ts';
import type { ConnectedApplication } from './connected-applications.ts';

/** The selection for an application that was not saved. */
export type RejectedAccess = { id: number; access: GrantAccess; problem: AccessProblem | 'unsaved' };

export type ApplicationsSectionProps = {
  view: AccountView;
  applications: ConnectedApplication[];
  /** The CVs of the owner. */
  cvs: readonly AccessibleCv[];
  timeZone: string;
  /** The applications that accessed data of the owner, if the page shows when. */
  accessed?: readonly AccessedApplication[];
  rejected?: RejectedAccess | undefined;
  level?: 'h1' | 'h2';
};

export function ApplicationsSection({
  view,
  applications,
  cvs,
  timeZone,
  accessed = [],
  rejected,
  level: Heading = 'h2',
}: ApplicationsSectionProps): VNode {
  const { account, accessLog } = messagesFor(view.locale);
  const messages = account.applications;
  return (
    <section class="sheet stack" aria-labelledby="applications">
      <Heading id="applications">{messages.title}</Heading>
      <p>{applications.length === 0 ? messages.none : messages.lead}</p>
      {applications.length > 0 && (
        <ul class="row-list">
          {applications.map((application) => (
            <ApplicationRow
              key={application.id}
              view={view}
              application={application}
              lastAccessAt={accessed.find(({ id }) => id === application.id)?.lastAccessAt}
              cvs={cvs}
              timeZone={timeZone}
              rejected={application.id === rejected?.id ? rejected : undefined}
            />
          ))}
        </ul>
      )}
      {/* The page of its own also lists applications that no longer have access. */}
      {Heading === 'h2' && (
        <p>
          <a href="/account/applications">{accessLog.all}</a>
        </p>
      )}
    </section>
  );
}

function ApplicationRow({
  view,
  application,
  lastAccessAt,
  cvs,
  timeZone,
  rejected,
}: Pick<ApplicationsSectionProps, 'view' | 'cvs' | 'timeZone'> & {
  application: ConnectedApplication;
  rejected: RejectedAccess | undefined;
  lastAccessAt: Date | undefined;
}): VNode {
  const {
    account: { applications: messages },
    accessLog,
    text,
  } = messagesFor(view.locale);
  const date = (at: Date) => dateFormat(view.locale, timeZone, 'long').format(at);
  const { id, name, company, allowedAt, lastUsedAt, access } = application;
  return (
    <li class="stack-tight">
      <p class="row-title">
        <strong>{name}</strong> <span class="muted">{text(messages.by, { company })}</span>
      </p>
      <p class="muted pieces">
        <span>{text(messages.since, { date: date(allowedAt) })}</span>
        {lastAccessAt ? (
          <span>{text(accessLog.lastAccess, { date: date(lastAccessAt) })}</span>
        ) : (
          <span>{lastUsedAt ? text(messages.lastUsed, { date: date(lastUsedAt) }) : messages.neverUsed}</span>
        )}
      </p>
      <p>
        <AccessLogLink view={view} application={application} />
      </p>
      <div class="row-details">
        <details open={rejected !== undefined}>
          <summary aria-label={`${messages.mayRead}: ${isolateText(name)}`}>{messages.mayRead}</summary>
          <PostForm
            action={`/account/applications/${id}/access`}
            sessionId={view.sessionId}
            carry={{ shown: JSON.stringify(withoutOtherCvs(access, cvs)) }}
            class="stack"
          >
            {rejected && <Notice kind="bad">{problemMessage(view, rejected)}</Notice>}
            <AccessFields locale={view.locale} cvs={cvs} access={rejected?.access ?? access} />
            <Button kind="secondary" label={`${messages.save}: ${isolateText(name)}`}>
              {messages.save}
            </Button>
          </PostForm>
        </details>
        <details>
          <summary aria-label={text(messages.removeNamed, { application: name })}>{messages.remove}</summary>
          <PostForm action={`/account/applications/${id}/revoke`} sessionId={view.sessionId} class="stack-tight">
            <p>{text(messages.removeLead, { application: name })}</p>
            <Button kind="danger">{text(messages.removeNamed, { application: name })}</Button>
          </PostForm>
        </details>
      </div>
    </li>
  );
}

function problemMessage({ locale }: AccountView, { problem }: RejectedAccess): string {
  return problem === 'unsaved' ? messagesFor(locale).editor.expired : accessProblemMessage(locale, problem);
}

/** Applications that accessed data of the owner and were disconnected, if there are any. */
export function DisconnectedApplications({
  view,
  accessed,
  timeZone,
}: Pick<ApplicationsSectionProps, 'view' | 'timeZone'> & { accessed: readonly AccessedApplication[] }): VNode | null {
  const { account, accessLog, text } = messagesFor(view.locale);
  if (accessed.length === 0) return null;
  const date = (at: Date) => dateFormat(view.locale, timeZone, 'long').format(at);
  return (
    <section class="sheet stack" aria-labelledby="disconnected">
      <h2 id="disconnected">{accessLog.former.title}</h2>
      <p>{accessLog.former.lead}</p>
      <ul class="row-list">
        {accessed.map((application) => (
          <li key={application.id} class="stack-tight">
            <p class="row-title">
              <strong>{application.name}</strong>{' '}
              <span class="muted">{text(account.applications.by, { company: application.company })}</span>
            </p>
            <p class="muted">{text(accessLog.lastAccess, { date: date(application.lastAccessAt) })}</p>
            <p>
              <AccessLogLink view={view} application={application} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function AccessLogLink({ view, application: { id, name } }: AccessLogLinkProps): VNode {
  const { accessLog, text } = messagesFor(view.locale);
  return (
    <a href={`/account/applications/${id}/access`} aria-label={text(accessLog.openNamed, { application: name })}>
      {accessLog.open}
    </a>
  );
}

type AccessLogLinkProps = { view: AccountView; application: Pick<ConnectedApplication, 'id' | 'name'> };
