import { type Company, companySignInPath } from '@vitae/accounts/companies/company-store';
import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import type { ComponentChildren, VNode } from 'preact';
import { type AccessProblem, accessProblemMessage } from '../../components/access-fields.tsx';
import { Button, Field, PostForm } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { NoPassword, type PasswordProblem, passwordProblemMessage } from '../../components/password-section.tsx';
import { type SignInFailure, SignInForm } from '../../components/sign-in-form.tsx';
import { messagesFor } from '../../locales/messages.ts';
import type { AccountView } from './account-view.ts';
import type { AccessedApplication } from './application-accesses.ts';
import {
  ApplicationsSection,
  type ApplicationsSectionProps,
  DisconnectedApplications,
} from './applications-section.tsx';
import { CvsSection, type CvsSectionProps } from './cvs-section.tsx';
import { DeletedCvsSection, type DeletedCvsSectionProps } from './deleted-cvs-section.tsx';
import type { Profile } from './own-profile.ts';

/** The completed actions that the page confirms. */
export const doneActions = ['revoked', 'access', 'cv', 'published', 'copied', 'restored'] as const;
export type Done = (typeof doneActions)[number];

type FrameProps = {
  view: AccountView;
  title: string;
  owner?: Owner;
  width?: 'narrow' | 'wide';
  /** Parameters of the address that a change of the language keeps. */
  query?: Readonly<Record<string, string>>;
  scripts?: readonly string[];
  children: ComponentChildren;
};

/** The frame of account pages, with a menu and a button to sign out for signed-in owners. */
export function Frame({ view, title, owner, width = 'wide', query = {}, scripts = [], children }: FrameProps): VNode {
  const { signIn } = messagesFor(view.locale);
  const signOut = owner && (
    <PostForm action="/account/sign-out" sessionId={view.sessionId}>
      <Button kind="quiet">{signIn.signOut}</Button>
    </PostForm>
  );
  return (
    <Page
      locale={view.locale}
      title={title}
      inLanguage={(locale) => `${view.path}?${new URLSearchParams({ ...query, locale })}`}
      aside={signOut}
      beside={owner && <Menu view={view} />}
      width={width}
      scripts={scripts}
    >
      {children}
    </Page>
  );
}

const menuPaths = {
  cvs: '/account',
  preferences: '/account/preferences',
  statistics: '/account/statistics',
  comments: '/account/comments',
  data: '/account/data',
  profile: '/account/profile',
} as const;

function Menu({ view }: { view: AccountView }): VNode {
  const { account } = messagesFor(view.locale);
  return (
    <nav class="account-menu" aria-label={account.title}>
      <ul>
        {Object.entries(menuPaths).map(([name, path]) => (
          <li key={path}>
            <a href={path} aria-current={path === view.path ? 'page' : undefined}>
              {account.menu[name as keyof typeof menuPaths]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function AccountSignInPage({
  view,
  company,
  login = '',
  failure,
  kept,
  done,
}: {
  view: AccountView;
  /** Only users of this company sign in on the page. */
  company?: Company | undefined;
  login?: string;
  failure?: SignInFailure | undefined;
  /** An encrypted form that is shown again after the sign-in. */
  kept?: string | undefined;
  done?: 'signedOut' | 'passwordSet' | undefined;
}): VNode {
  const { signIn, text } = messagesFor(view.locale);
  return (
    <Frame view={view} title={signIn.title} width="narrow">
      <div class="sheet stack">
        <h1>{signIn.title}</h1>
        {company && <p class="lead">{text(signIn.companyLead, { company: company.name })}</p>}
        {done && <Notice kind="good">{signIn[done]}</Notice>}
        {kept && <Notice kind="good">{signIn.kept}</Notice>}
        <SignInForm
          locale={view.locale}
          sessionId={view.sessionId}
          action={company ? companySignInPath(company) : '/account/sign-in'}
          loginField="login"
          login={login}
          failure={failure}
          carry={{ kept }}
        />
        {failure?.reason === 'wrong' && !company && <p>{signIn.otherWays}</p>}
        <p>
          <a href={company ? `/account/forgotten?company=${company.slug ?? company.id}` : '/account/forgotten'}>
            {signIn.forgotten}
          </a>
        </p>
      </div>
    </Frame>
  );
}

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
  problem,
}: Pick<AccountPageProps, 'view' | 'owner' | 'applications' | 'cvs' | 'timeZone' | 'done'> & {
  /** Applications that accessed data of the owner, also those that were disconnected. */
  accessed: readonly AccessedApplication[];
  /** Why the selected access was rejected. */
  problem?: AccessProblem | undefined;
}): VNode {
  const { account } = messagesFor(view.locale);
  return (
    <Frame view={view} title={account.applications.title} owner={owner}>
      <div class="stack-wide">
        <p>
          <a href="/account">{account.title}</a>
        </p>
        {done && <Notice kind="good">{account.done[done]}</Notice>}
        {problem && <Notice kind="bad">{accessProblemMessage(view.locale, problem)}</Notice>}
        <ApplicationsSection
          view={view}
          applications={applications}
          accessed={accessed}
          cvs={cvs}
          timeZone={timeZone}
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

type DeletionPageProps = {
  view: AccountView;
  owner: Owner;
  retentionDays: number;
  problem?: PasswordProblem | undefined;
  expired?: boolean;
};

export function DeletionPage({ view, owner, retentionDays, problem, expired = false }: DeletionPageProps): VNode {
  const {
    account: { deletion },
    common,
    signIn,
    text,
  } = messagesFor(view.locale);
  return (
    <Frame view={view} title={deletion.title} owner={owner} width="narrow">
      <div class="sheet stack">
        <h1>{deletion.title}</h1>
        {expired && <Notice kind="bad">{signIn.expired}</Notice>}
        <section class="stack-tight">
          <h2>{deletion.whatHappens}</h2>
          <ul class="plain-list">
            <li>{deletion.immediately}</li>
            <li>{deletion.applications}</li>
            <li>{text(deletion.later, { days: retentionDays })}</li>
            <li>{deletion.copies}</li>
          </ul>
        </section>
        {owner.passwordVersion === '' && <NoPassword locale={view.locale} />}
        <PostForm action="/account/delete" sessionId={view.sessionId} class="stack">
          <Field
            name="password"
            label={deletion.password}
            type="password"
            autocomplete="current-password"
            error={passwordProblemMessage(view.locale, problem)}
          />
          <div class="choice">
            <Button kind="danger">{deletion.submit}</Button>
            <a class="button button-secondary" href="/account/profile">
              {common.cancel}
            </a>
          </div>
        </PostForm>
      </div>
    </Frame>
  );
}

export function DeletedPage({ view, retentionDays }: { view: AccountView; retentionDays: number }): VNode {
  const {
    account: { deletion },
    text,
  } = messagesFor(view.locale);
  return (
    <Frame view={view} title={deletion.done} width="narrow">
      <div class="sheet stack">
        <h1>{deletion.done}</h1>
        <p class="lead">{text(deletion.doneLead, { days: retentionDays })}</p>
      </div>
    </Frame>
  );
}
