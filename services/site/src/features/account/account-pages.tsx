import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import type { VNode } from 'preact';
import { Notice } from '../../components/notice.tsx';
import { messagesFor } from '../../locales/messages.ts';
import { Frame } from './account-frame.tsx';
import type { AccountView } from './account-view.ts';
import type { AccessedApplication } from './application-accesses.ts';
import {
  ApplicationsSection,
  type ApplicationsSectionProps,
  DisconnectedApplications,
  type RejectedAccess,
} from './applications-section.tsx';
import { CvsSection, type CvsSectionProps } from './cvs-section.tsx';
import { DeletedCvsSection, type DeletedCvsSectionProps } from './deleted-cvs-section.tsx';
import type { Profile } from './own-profile.ts';

/** The completed actions that the page confirms. */
export const doneActions = [
  'revoked',
  'access',
  'reduced',
  'cv',
  'published',
  'copied',
  'deleted',
  'restored',
] as const;
export type Done = (typeof doneActions)[number];

export type AccountPageProps = {
  view: AccountView;
  owner: Owner;
  profile: Profile;
  cvs: CvsSectionProps['cvs'];
  cvProblem?: CvsSectionProps['problem'];
  deletedCvs: DeletedCvsSectionProps['deleted'];
  retentionDays: number;
  applications: ApplicationsSectionProps['applications'];
  timeZone: string;
  done?: Done | undefined;
  /** The CV that was published. */
  doneCv?: number;
  expired?: boolean;
  cvConflict?: boolean;
};

export function AccountPage({
  view,
  owner,
  profile,
  cvs,
  cvProblem,
  deletedCvs,
  retentionDays,
  applications,
  timeZone,
  done,
  doneCv,
  expired = false,
  cvConflict = false,
}: AccountPageProps): VNode {
  const { account, profile: profileMessages, signIn } = messagesFor(view.locale);
  const publicUrl = done === 'published' && cvs.find(({ id }) => id === doneCv)?.publicUrl;
  return (
    <Frame view={view} title={account.title} owner={owner}>
      <div class="stack-wide">
        <div class="stack-tight">
          <h1>{account.title}</h1>
          <p class="lead pieces">
            <span>{`${profile.firstname} ${profile.lastname}`}</span>
            <span>{profile.username}</span>
            {profile.email !== profile.username && <span>{profile.email}</span>}
          </p>
          <p>
            <a href="/account/profile">{profileMessages.title}</a>
          </p>
        </div>
        {done && (
          <Notice kind="good">
            {account.done[done]}
            {publicUrl && (
              <>
                {' '}
                <a href={publicUrl}>{account.cvs.openPublic}</a>
              </>
            )}
          </Notice>
        )}
        {expired && <Notice kind="bad">{signIn.expired}</Notice>}
        {cvConflict && <Notice kind="bad">{account.cvs.conflict}</Notice>}
        <CvsSection view={view} cvs={cvs} problem={cvProblem} />
        <DeletedCvsSection view={view} deleted={deletedCvs} timeZone={timeZone} retentionDays={retentionDays} />
        <ApplicationsSection view={view} applications={applications} cvs={cvs} timeZone={timeZone} />
      </div>
    </Frame>
  );
}

/** /account/applications */
export function ApplicationsPage({
  view,
  owner,
  applications,
  accessed,
  cvs,
  timeZone,
  done,
  rejected,
}: Pick<AccountPageProps, 'view' | 'owner' | 'applications' | 'cvs' | 'timeZone' | 'done'> & {
  /** Applications that accessed data of the owner, also those that were disconnected. */
  accessed: readonly AccessedApplication[];
  rejected?: RejectedAccess;
}): VNode {
  const { account } = messagesFor(view.locale);
  return (
    <Frame view={view} title={account.applications.title} owner={owner}>
      <div class="stack-wide">
        <p>
          <a href="/account">{account.title}</a>
        </p>
        {done && (
          <Notice kind="good">
            {account.done[done]}
            {(done === 'revoked' || done === 'reduced') && ` ${account.applications.formerLinks}`}
          </Notice>
        )}
        <ApplicationsSection
          view={view}
          applications={applications}
          accessed={accessed}
          cvs={cvs}
          timeZone={timeZone}
          rejected={rejected}
          level="h1"
        />
        <DisconnectedApplications
          view={view}
          accessed={accessed.filter(({ id }) => !applications.some((application) => application.id === id))}
          timeZone={timeZone}
        />
      </div>
    </Frame>
  );
}
