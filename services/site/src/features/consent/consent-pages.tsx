import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import type { GrantAccess } from '@vitae/accounts/grants/grant-access';
import type { Locale } from '@vitae/proto/locale';
import type { ComponentChildren, VNode } from 'preact';
import {
  AccessFields,
  type AccessibleCv,
  type AccessProblem,
  accessProblemMessage,
} from '../../components/access-fields.tsx';
import { Button, PostForm } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { type SignInFailure, SignInForm } from '../../components/sign-in-form.tsx';
import { messagesFor } from '../../locales/messages.ts';
import type { AuthorizationProblem } from './authorization.ts';
import { type AuthorizeAddress, authorizeUrl, fieldsOf, oauthPath } from './authorize-address.ts';

/** What every consent page needs. */
export type Screen = { locale: Locale; address: AuthorizeAddress; sessionId: string; siteUrl: string };

function ScreenPage({
  screen,
  title,
  children,
}: {
  screen: Screen;
  title: string;
  children: ComponentChildren;
}): VNode {
  return (
    <Page locale={screen.locale} title={title} inLanguage={(locale) => authorizeUrl(locale, screen.address)}>
      <div class="sheet stack">{children}</div>
    </Page>
  );
}

export type Asking = { application: string; company: string };

export function SignInPage({
  screen,
  application,
  company,
  login = '',
  failure,
}: { screen: Screen; login?: string; failure?: SignInFailure | undefined } & Asking): VNode {
  const { consent, signIn, text } = messagesFor(screen.locale);
  const title = text(consent.signInTitle, { application });
  return (
    <ScreenPage screen={screen} title={title}>
      <h1>{title}</h1>
      <p class="lead">{text(consent.signInLead, { application, company })}</p>
      <SignInForm
        locale={screen.locale}
        sessionId={screen.sessionId}
        action={oauthPath(screen.locale, 'sign-in')}
        loginField="login"
        carry={fieldsOf(screen.address)}
        login={login}
        failure={failure}
      />
      <p>
        <a href={`${screen.siteUrl}/account/forgotten?locale=${screen.locale}`}>{signIn.forgotten}</a>
      </p>
    </ScreenPage>
  );
}

export type ConsentPageProps = Asking & {
  screen: Screen;
  owner: Owner;
  place: string | undefined;
  expired?: boolean;
  /** The CVs of the owner. */
  cvs: readonly AccessibleCv[];
  /** The selection to start with. */
  access: GrantAccess;
  problem?: AccessProblem | undefined;
};

export function ConsentPage(props: ConsentPageProps): VNode {
  const { screen, owner, application, company, place, expired = false, cvs, access, problem } = props;
  const { consent, signIn, text } = messagesFor(screen.locale);
  const title = text(consent.title, { application });
  return (
    <ScreenPage screen={screen} title={title}>
      {expired && <Notice kind="bad">{signIn.expired}</Notice>}
      {problem && <Notice kind="bad">{accessProblemMessage(screen.locale, problem)}</Notice>}
      <h1>{title}</h1>
      <p class="lead">{text(consent.lead, { application, company })}</p>
      <PostForm
        action={oauthPath(screen.locale, 'authorize')}
        sessionId={screen.sessionId}
        carry={fieldsOf(screen.address)}
        class="stack"
      >
        <h2>{consent.willRead}</h2>
        <AccessFields locale={screen.locale} cvs={cvs} access={access} />
        <p>
          {consent.willNot} {consent.until}
        </p>
        <div class="choice">
          <Button name="decision" value="allow">
            {consent.allow}
          </Button>
          <Button kind="secondary" name="decision" value="refuse">
            {consent.deny}
          </Button>
        </div>
      </PostForm>
      <div class="fine-print stack-tight">
        {place && <p>{text(consent.returnTo, { place })}</p>}
        <SignedInAs screen={screen} owner={owner} />
      </div>
    </ScreenPage>
  );
}

export function VerifierPage({
  screen,
  application,
  verifier,
}: {
  screen: Screen;
  application: string;
  verifier: string;
}): VNode {
  const {
    account,
    consent: { verifier: messages },
    text,
  } = messagesFor(screen.locale);
  return (
    <ScreenPage screen={screen} title={messages.title}>
      <h1>{messages.title}</h1>
      <p class="lead">{text(messages.lead, { application })}</p>
      <p>
        <output class="code" aria-label={messages.code}>
          {verifier}
        </output>
      </p>
      <p class="fine-print">{messages.validity}</p>
      <p>
        <a href={`${screen.siteUrl}/account/applications`}>{account.applications.title}</a>
      </p>
    </ScreenPage>
  );
}

export function AllowedPage({
  screen,
  application,
  redirect,
}: {
  screen: Screen;
  application: string;
  redirect: string;
}): VNode {
  const {
    consent: { allowed: messages },
    text,
  } = messagesFor(screen.locale);
  const title = text(messages.title, { application });
  return (
    <ScreenPage screen={screen} title={title}>
      <h1>{title}</h1>
      <p class="lead">{messages.lead}</p>
      <p>
        <a class="button button-primary" href={redirect}>
          {text(messages.continue, { application })}
        </a>
      </p>
    </ScreenPage>
  );
}

export function DeniedPage({ screen, application }: { screen: Screen; application: string }): VNode {
  const {
    consent: { denied: messages },
    text,
  } = messagesFor(screen.locale);
  return (
    <ScreenPage screen={screen} title={messages.title}>
      <h1>{messages.title}</h1>
      <p class="lead">{text(messages.lead, { application })}</p>
    </ScreenPage>
  );
}

export function RequestProblemPage({
  screen,
  problem,
  owner,
}: {
  screen: Screen;
  problem: AuthorizationProblem;
  owner: Owner | undefined;
}): VNode {
  const { problems } = messagesFor(screen.locale).consent;
  const { title, lead } = problems[problem];
  return (
    <ScreenPage screen={screen} title={title}>
      <h1>{title}</h1>
      <p class="lead">{lead}</p>
      {problem === 'other_company' && owner ? <SignedInAs screen={screen} owner={owner} /> : <p>{problems.again}</p>}
    </ScreenPage>
  );
}

function SignedInAs({ screen, owner }: { screen: Screen; owner: Owner }): VNode {
  const { consent, text } = messagesFor(screen.locale);
  return (
    <div class="signed-in-as">
      <p>{text(consent.signedInAs, { name: owner.username })}</p>
      <PostForm
        action={oauthPath(screen.locale, 'sign-out')}
        sessionId={screen.sessionId}
        carry={fieldsOf(screen.address)}
      >
        <Button kind="quiet">{consent.notYou}</Button>
      </PostForm>
    </div>
  );
}
