import type { ComponentChildren, VNode } from 'preact';
import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import { Button, Field, PostForm } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { PasswordSection, problemWords } from '../../components/password-section.tsx';
import { type SignInFailure, SignInForm } from '../../components/sign-in-form.tsx';
import type { Locale } from '../../locales/locale.ts';
import { catalogues } from '../../locales/catalogues.ts';
import { ApplicationsSection, type ApplicationsSectionProps } from './applications-section.tsx';
import type { PasswordProblem } from './change-password.ts';
import { CvsSection, type CvsSectionProps } from './cvs-section.tsx';
import { LanguageSection } from './language-section.tsx';

/** What every page of the account knows. */
export type AccountView = { locale: Locale; sessionId: string; path: string };

/** Something that was done by the form before this page. */
export type Done = 'password' | 'language' | 'revoked' | 'cv';

type FrameProps = {
  view: AccountView;
  title: string;
  owner?: Owner;
  width?: 'narrow' | 'wide';
  children: ComponentChildren;
};

function Frame({ view, title, owner, width = 'wide', children }: FrameProps): VNode {
  const { signIn } = catalogues[view.locale];
  const signOut = owner && (
    <PostForm action="/account/sign-out" sessionId={view.sessionId}>
      <Button kind="quiet">{signIn.signOut}</Button>
    </PostForm>
  );
  return (
    <Page
      locale={view.locale}
      title={title}
      inLanguage={(locale) => `${view.path}?locale=${locale}`}
      aside={signOut}
      width={width}
    >
      {children}
    </Page>
  );
}

export function AccountSignInPage({
  view,
  login = '',
  failure,
  signedOut = false,
}: {
  view: AccountView;
  login?: string;
  failure?: SignInFailure | undefined;
  signedOut?: boolean;
}): VNode {
  const { signIn } = catalogues[view.locale];
  return (
    <Frame view={view} title={signIn.title} width="narrow">
      <div class="sheet stack">
        <h1>{signIn.title}</h1>
        {signedOut && <Notice kind="good">{signIn.signedOut}</Notice>}
        <SignInForm
          locale={view.locale}
          sessionId={view.sessionId}
          action="/account/sign-in"
          login={login}
          failure={failure}
        />
      </div>
    </Frame>
  );
}

export type AccountPageProps = {
  view: AccountView;
  owner: Owner;
  cvs: CvsSectionProps['cvs'];
  cvProblem?: CvsSectionProps['problem'];
  applications: ApplicationsSectionProps['applications'];
  timeZone: string;
  done?: Done | undefined;
  expired?: boolean;
  cvChangedMeanwhile?: boolean;
  passwordProblem?: PasswordProblem | undefined;
};

export function AccountPage({
  view,
  owner,
  cvs,
  cvProblem,
  applications,
  timeZone,
  done,
  expired = false,
  cvChangedMeanwhile = false,
  passwordProblem,
}: AccountPageProps): VNode {
  const { account, cvs: cvWords, signIn, deletion } = catalogues[view.locale];
  return (
    <Frame view={view} title={account.title} owner={owner}>
      <div class="stack-wide">
        <div class="stack-tight">
          <h1>{account.title}</h1>
          <p class="lead pieces">
            <span>{owner.username}</span>
            {owner.email !== owner.username && <span>{owner.email}</span>}
          </p>
        </div>
        {done && <Notice kind="good">{account.done[done]}</Notice>}
        {expired && <Notice kind="bad">{signIn.expired}</Notice>}
        {cvChangedMeanwhile && <Notice kind="bad">{cvWords.changedMeanwhile}</Notice>}
        <CvsSection view={view} cvs={cvs} problem={cvProblem} />
        <ApplicationsSection view={view} applications={applications} timeZone={timeZone} />
        <PasswordSection
          locale={view.locale}
          action="/account/password"
          formKey={view.sessionId}
          username={owner.username}
          problem={passwordProblem}
        />
        <LanguageSection view={view} />
        <section class="sheet stack" aria-labelledby="deletion">
          <h2 id="deletion">{deletion.title}</h2>
          <p>{deletion.lead}</p>
          <p>
            <a class="button button-secondary" href="/account/delete">
              {deletion.open}
            </a>
          </p>
        </section>
      </div>
    </Frame>
  );
}

/** /account/applications: the list alone. */
export function ApplicationsPage({
  view,
  owner,
  applications,
  timeZone,
  done,
}: Pick<AccountPageProps, 'view' | 'owner' | 'applications' | 'timeZone' | 'done'>): VNode {
  const words = catalogues[view.locale];
  return (
    <Frame view={view} title={words.applications.title} owner={owner}>
      <div class="stack-wide">
        <p>
          <a href="/account">{words.account.title}</a>
        </p>
        {done && <Notice kind="good">{words.account.done[done]}</Notice>}
        <ApplicationsSection view={view} applications={applications} timeZone={timeZone} level="h1" />
      </div>
    </Frame>
  );
}

export type DeletionPageProps = {
  view: AccountView;
  owner: Owner;
  retentionDays: number;
  problem?: PasswordProblem | undefined;
  expired?: boolean;
};

export function DeletionPage({ view, owner, retentionDays, problem, expired = false }: DeletionPageProps): VNode {
  const { deletion, account, signIn } = catalogues[view.locale];
  return (
    <Frame view={view} title={deletion.title} owner={owner} width="narrow">
      <div class="sheet stack">
        <h1>{deletion.title}</h1>
        {expired && <Notice kind="bad">{signIn.expired}</Notice>}
        <section class="stack-tight">
          <h2>{deletion.whatHappens}</h2>
          <ul class="plain-list">
            <li>{deletion.atOnce}</li>
            <li>{deletion.applications}</li>
            <li>{deletion.later(retentionDays)}</li>
            <li>{deletion.copies}</li>
          </ul>
        </section>
        <PostForm action="/account/delete" sessionId={view.sessionId} class="stack">
          <Field
            name="password"
            label={deletion.password}
            type="password"
            autocomplete="current-password"
            error={problemWords(view.locale, problem)}
          />
          <div class="choice">
            <Button kind="danger">{deletion.submit}</Button>
            <a class="button button-secondary" href="/account">
              {account.cancel}
            </a>
          </div>
        </PostForm>
      </div>
    </Frame>
  );
}

export function DeletedPage({ view, retentionDays }: { view: AccountView; retentionDays: number }): VNode {
  const { deletion } = catalogues[view.locale];
  return (
    <Frame view={view} title={deletion.done} width="narrow">
      <div class="sheet stack">
        <h1>{deletion.done}</h1>
        <p class="lead">{deletion.doneLead(retentionDays)}</p>
      </div>
    </Frame>
  );
}
