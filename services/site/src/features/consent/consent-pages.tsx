import type { Locale } from '@vitae/proto/locale';
import type { ComponentChildren, VNode } from 'preact';
import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import type { AuthorizationProblem } from './authorization.ts';
import { Button, PostForm } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { ScopeList } from '../../components/scope-list.tsx';
import { type SignInFailure, SignInForm } from '../../components/sign-in-form.tsx';
import { messagesFor } from '../../locales/messages.ts';
import { type AuthorizeAddress, authorizeUrl, fieldsOf, oauthPath } from './authorize-address.ts';

/** What every page of the screen knows. */
export type Screen = { locale: Locale; address: AuthorizeAddress; sessionId: string };

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
  const { consent } = messagesFor(screen.locale);
  const title = consent.signInTitle(application);
  return (
    <ScreenPage screen={screen} title={title}>
      <h1>{title}</h1>
      <p class="lead">{consent.signInLead(application, company)}</p>
      <SignInForm
        locale={screen.locale}
        sessionId={screen.sessionId}
        action={oauthPath(screen.locale, 'sign-in')}
        carry={fieldsOf(screen.address)}
        login={login}
        failure={failure}
      />
    </ScreenPage>
  );
}

export type ConsentPageProps = { screen: Screen; owner: Owner; place: string | undefined; expired?: boolean } & Asking;

export function ConsentPage({ screen, owner, application, company, place, expired = false }: ConsentPageProps): VNode {
  const { consent, signIn } = messagesFor(screen.locale);
  return (
    <ScreenPage screen={screen} title={consent.title(application)}>
      {expired && <Notice kind="bad">{signIn.expired}</Notice>}
      <h1>{consent.title(application)}</h1>
      <p class="lead">{consent.lead(application, company)}</p>
      <section class="stack-tight">
        <h2>{consent.willRead}</h2>
        <ScopeList locale={screen.locale} />
      </section>
      <p>
        {consent.willNot} {consent.until}
      </p>
      <PostForm
        action={oauthPath(screen.locale, 'authorize')}
        sessionId={screen.sessionId}
        carry={fieldsOf(screen.address)}
      >
        <div class="choice">
          <Button name="decision" value="allow">
            {consent.allow}
          </Button>
          <Button kind="secondary" name="decision" value="refuse">
            {consent.refuse}
          </Button>
        </div>
      </PostForm>
      <div class="fine-print stack-tight">
        {place && <p>{consent.returnTo(place)}</p>}
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
  const messages = messagesFor(screen.locale).verifier;
  return (
    <ScreenPage screen={screen} title={messages.title}>
      <h1>{messages.title}</h1>
      <p class="lead">{messages.lead(application)}</p>
      <p>
        <output class="code" aria-label={messages.code}>
          {verifier}
        </output>
      </p>
      <p class="fine-print">{messages.validity}</p>
    </ScreenPage>
  );
}

export function AnsweredPage({
  screen,
  application,
  redirect,
}: {
  screen: Screen;
  application: string;
  redirect: string;
}): VNode {
  const messages = messagesFor(screen.locale).answered;
  return (
    <ScreenPage screen={screen} title={messages.title(application)}>
      <h1>{messages.title(application)}</h1>
      <p class="lead">{messages.lead}</p>
      <p>
        <a class="button button-primary" href={redirect}>
          {messages.continue(application)}
        </a>
      </p>
    </ScreenPage>
  );
}

export function RefusedPage({ screen, application }: { screen: Screen; application: string }): VNode {
  const messages = messagesFor(screen.locale).refusal;
  return (
    <ScreenPage screen={screen} title={messages.title}>
      <h1>{messages.title}</h1>
      <p class="lead">{messages.lead(application)}</p>
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
  const { requestProblems } = messagesFor(screen.locale);
  const { title, lead } = requestProblems[problem];
  return (
    <ScreenPage screen={screen} title={title}>
      <h1>{title}</h1>
      <p class="lead">{lead}</p>
      {problem === 'other_company' && owner ? (
        <SignedInAs screen={screen} owner={owner} />
      ) : (
        <p>{requestProblems.again}</p>
      )}
    </ScreenPage>
  );
}

function SignedInAs({ screen, owner }: { screen: Screen; owner: Owner }): VNode {
  const { consent } = messagesFor(screen.locale);
  return (
    <div class="signed-in-as">
      <p>{consent.signedInAs(owner.username)}</p>
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
