import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import { locales } from '@vitae/proto/locale';
import type { ComponentChildren, VNode } from 'preact';
import { Button, Field, PostForm } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { type PasswordProblem, PasswordSection, passwordProblemMessage } from '../../components/password-section.tsx';
import { type SignInFailure, SignInForm } from '../../components/sign-in-form.tsx';
import { languageNames } from '../../locales/locale.ts';
import { messagesFor } from '../../locales/messages.ts';
import type { AccountView } from './account-view.ts';
import { ApplicationsSection, type ApplicationsSectionProps } from './applications-section.tsx';
import { CvsSection, type CvsSectionProps } from './cvs-section.tsx';

/** The completed action that the page confirms. */
export type Done = 'password' | 'language' | 'revoked' | 'cv';

type FrameProps = {
  view: AccountView;
  title: string;
  owner?: Owner;
  width?: 'narrow' | 'wide';
  children: ComponentChildren;
};

function Frame({ view, title, owner, width = 'wide', children }: FrameProps): VNode {
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
  const { signIn } = messagesFor(view.locale);
  return (
    <Frame view={view} title={signIn.title} width="narrow">
      <div class="sheet stack">
        <h1>{signIn.title}</h1>
        {signedOut && <Notice kind="good">{signIn.signedOut}</Notice>}
        <SignInForm
          locale={view.locale}
          sessionId={view.sessionId}
          action="/account/sign-in"
          loginField="login"
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
  cvConflict?: boolean;
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
  cvConflict = false,
  passwordProblem,
}: AccountPageProps): VNode {
  const { account, signIn } = messagesFor(view.locale);
  const { deletion } = account;
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
        {cvConflict && <Notice kind="bad">{account.cvs.conflict}</Notice>}
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

/** /account/applications */
export function ApplicationsPage({
  view,
  owner,
  applications,
  timeZone,
  done,
}: Pick<AccountPageProps, 'view' | 'owner' | 'applications' | 'timeZone' | 'done'>): VNode {
  const { account } = messagesFor(view.locale);
  return (
    <Frame view={view} title={account.applications.title} owner={owner}>
      <div class="stack-wide">
        <p>
          <a href="/account">{account.title}</a>
        </p>
        {done && <Notice kind="good">{account.done[done]}</Notice>}
        <ApplicationsSection view={view} applications={applications} timeZone={timeZone} level="h1" />
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
            <a class="button button-secondary" href="/account">
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

function LanguageSection({ view }: { view: AccountView }): VNode {
  const { language } = messagesFor(view.locale).account;
  return (
    <section class="sheet stack" aria-labelledby="language">
      <h2 id="language">{language.title}</h2>
      <PostForm action="/account/language" sessionId={view.sessionId} class="stack">
        <div class="field">
          <label for="field-locale">{language.label}</label>
          <select id="field-locale" name="locale">
            {locales.map((locale) => (
              <option key={locale} value={locale} lang={locale} selected={locale === view.locale}>
                {languageNames[locale]}
              </option>
            ))}
          </select>
        </div>
        <div>
          <Button>{language.submit}</Button>
        </div>
      </PostForm>
    </section>
  );
}
