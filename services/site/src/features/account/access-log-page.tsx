import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import type { LoggedAccess } from '@vitae/accounts/grants/access-log';
import type { VNode } from 'preact';
import { Moment } from '../../components/moment.tsx';
import { PageSteps } from '../../components/paged-list.tsx';
import { messagesFor } from '../../locales/messages.ts';
import { Frame } from './account-frame.tsx';
import type { AccountView } from './account-view.ts';
import type { ApplicationLog } from './application-accesses.ts';
import type { OwnCv } from './own-cvs.ts';

export type AccessLogPageProps = {
  view: AccountView;
  owner: Owner;
  log: ApplicationLog;
  /** The CVs of the owner, with those that were deleted last. */
  cvs: readonly Pick<OwnCv, 'id' | 'title'>[];
  timeZone: string;
  isFirst: boolean;
};

/** /account/applications/{id}/access */
export function AccessLogPage(props: AccessLogPageProps): VNode {
  const { view, owner, log, isFirst } = props;
  const { account, accessLog: messages, common, text } = messagesFor(view.locale);
  const { name: application, company, isConnected, isUsed, accesses, next } = log;
  const title = text(messages.title, { application });
  return (
    <Frame view={view} title={title} owner={owner}>
      <div class="stack-wide">
        <p>
          <a href="/account/applications">{account.applications.title}</a>
        </p>
        <div class="stack-tight">
          <h1>{title}</h1>
          <p class="muted">{text(account.applications.by, { company })}</p>
          <p class="lead">{messages.lead}</p>
          {!isConnected && <p>{messages.disconnected}</p>}
        </div>
        <section class="sheet stack" aria-label={title}>
          {accesses.length === 0 ? (
            <p>{isUsed ? messages.notRecorded : messages.none}</p>
          ) : (
            <ul class="row-list">
              {accesses.map((access) => (
                <AccessRow key={`${access.day.getTime()} ${access.data} ${access.cvId}`} {...props} access={access} />
              ))}
            </ul>
          )}
          <PageSteps path={view.path} choice={{}} messages={common} next={next} isFirst={isFirst} />
        </section>
      </div>
    </Frame>
  );
}

function AccessRow({ view, cvs, timeZone, access }: AccessLogPageProps & { access: LoggedAccess }): VNode {
  const { accessLog: messages, text } = messagesFor(view.locale);
  const { count, firstAt, lastAt } = access;
  const moment = (at: Date) => <Moment at={at} locale={view.locale} timeZone={timeZone} />;
  return (
    <li class="stack-tight">
      <p class="pieces">
        <strong>
          <DataName view={view} cvs={cvs} access={access} />
        </strong>
        <span>{text(messages.count, { count })}</span>
      </p>
      <p class="muted pieces">
        {count === 1 ? (
          moment(lastAt)
        ) : (
          <>
            <span>
              {messages.first} {moment(firstAt)}
            </span>
            <span>
              {messages.last} {moment(lastAt)}
            </span>
          </>
        )}
      </p>
    </li>
  );
}

function DataName({
  view,
  cvs,
  access: { data, cvId },
}: Pick<AccessLogPageProps, 'view' | 'cvs'> & { access: LoggedAccess }): VNode {
  const { account, accessLog: messages, text } = messagesFor(view.locale);
  if (data !== 'cv') return <>{messages.data[data === 'cv list' ? 'cvList' : data]}</>;
  const cv = cvs.find(({ id }) => id === cvId);
  const id = text(messages.cvId, { id: String(cvId) });
  return (
    <>
      <bdi>{cv ? cv.title || account.cvs.untitled : messages.deletedCv}</bdi> <span class="muted">{id}</span>
    </>
  );
}
