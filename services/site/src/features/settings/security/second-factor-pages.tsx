import { secretUri } from '@vitae/accounts/administrators/one-time-code';
import type { VNode } from 'preact';
import { Button, Field, PostForm } from '../../../components/form.tsx';
import { type PasswordProblem, passwordProblemMessage } from '../../../components/password-section.tsx';
import { QrCode } from '../../../components/qr-code.tsx';
import { tooManyAttempts } from '../../../components/sign-in-form.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import { SettingsPage } from '../settings-page.tsx';
import type { SettingsView } from '../settings-view.ts';

/** Why the confirmation of a change was rejected. */
export type ConfirmProblem = PasswordProblem | { field: 'code'; reason: 'wrongCode' } | TooManyCodes;
type TooManyCodes = { field: 'code'; reason: 'tooMany'; retryAfter: number };

type TurnOnPageProps = { view: SettingsView; secret: string; problem?: ConfirmProblem | undefined };

export function TurnOnPage({ view, secret, problem }: TurnOnPageProps): VNode {
  const messages = messagesFor(view.locale).security.secondFactor;
  return (
    <SettingsPage view={view} area="security" title={messages.pageTitle}>
      <h1>{messages.pageTitle}</h1>
      <section class="sheet stack">
        <p>{messages.scan}</p>
        <QrCode text={secretUri(secret, view.administrator.email)} label={messages.picture} />
        <div class="stack-tight">
          <p>{messages.byHand}</p>
          <code class="command">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </div>
        <PostForm action="/settings/security/second-factor" sessionId={view.formKey} class="stack">
          <Confirmation view={view} codeLabel={messages.code} problem={problem} />
          <div class="actions">
            <Button>{messages.confirm}</Button>
            <Cancel view={view} />
          </div>
        </PostForm>
      </section>
    </SettingsPage>
  );
}

type ChangePageProps = { view: SettingsView; problem?: ConfirmProblem | undefined };

export function ChangePage({ view, problem }: ChangePageProps): VNode {
  const messages = messagesFor(view.locale).security.secondFactor;
  return (
    <SettingsPage view={view} area="security" title={messages.changePageTitle}>
      <div class="stack-tight">
        <h1>{messages.changePageTitle}</h1>
        <p class="lead">{messages.changeLead}</p>
      </div>
      <section class="sheet">
        <PostForm action="/settings/security/second-factor/change" sessionId={view.formKey} class="stack">
          <Confirmation view={view} codeLabel={messages.codeOrRecovery} problem={problem} />
          <div class="actions">
            <Button name="do" value="newCodes">
              {messages.newCodes}
            </Button>
            <Button kind="danger" name="do" value="turnOff">
              {messages.turnOff}
            </Button>
            <Cancel view={view} />
          </div>
        </PostForm>
      </section>
    </SettingsPage>
  );
}

export function RecoveryCodesPage({ view, codes }: { view: SettingsView; codes: readonly string[] }): VNode {
  const { recovery } = messagesFor(view.locale).security;
  return (
    <SettingsPage view={{ ...view, address: '/settings/security' }} area="security" title={recovery.title}>
      <div class="stack-tight">
        <h1>{recovery.title}</h1>
        <p class="lead">{recovery.lead}</p>
      </div>
      <section class="sheet stack">
        <ol class="code-list">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <p class="muted">{recovery.old}</p>
        <p>
          <a class="button button-primary" href="/settings/security">
            {recovery.kept}
          </a>
        </p>
      </section>
    </SettingsPage>
  );
}

type ConfirmationProps = { view: SettingsView; codeLabel: string; problem: ConfirmProblem | undefined };

function Confirmation({ view, codeLabel, problem }: ConfirmationProps): VNode {
  const messages = messagesFor(view.locale).security.secondFactor;
  const passwordError = problem && problem.field !== 'code' ? passwordProblemMessage(view.locale, problem) : undefined;
  return (
    <>
      <input type="text" name="username" value={view.administrator.email} autocomplete="username" readOnly hidden />
      <Field
        name="code"
        label={codeLabel}
        autocomplete="one-time-code"
        error={problem?.field === 'code' ? codeProblemMessage(view, problem) : undefined}
      />
      <Field
        name="password"
        label={messages.password}
        type="password"
        autocomplete="current-password"
        error={passwordError}
      />
    </>
  );
}

function codeProblemMessage({ locale }: SettingsView, problem: Extract<ConfirmProblem, { field: 'code' }>): string {
  return problem.reason === 'tooMany'
    ? tooManyAttempts(locale, problem.retryAfter)
    : messagesFor(locale).security.secondFactor.wrongCode;
}

function Cancel({ view }: { view: SettingsView }): VNode {
  return (
    <a class="button button-secondary" href="/settings/security">
      {messagesFor(view.locale).common.cancel}
    </a>
  );
}
