import type { SecondFactorState } from '@vitae/accounts/administrators/second-factors';
import type { OpenSession } from '@vitae/accounts/sessions/session-store';
import type { VNode } from 'preact';
import { Notice } from '../../../components/notice.tsx';
import { type PasswordProblem, PasswordSection } from '../../../components/password-section.tsx';
import { SessionsSection } from '../../../components/sessions-section.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import { SettingsPage } from '../settings-page.tsx';
import type { SettingsView } from '../settings-view.ts';

export type SecurityDone = 'password' | 'off' | 'ended' | 'others';

export type SecurityPageProps = {
  view: SettingsView;
  secondFactor: SecondFactorState;
  sessions: readonly OpenSession[];
  /** The current session. */
  ownRef: string;
  done?: SecurityDone | undefined;
  problem?: PasswordProblem | undefined;
};

export function SecurityPage({ view, secondFactor, sessions, ownRef, done, problem }: SecurityPageProps): VNode {
  const { security: messages } = messagesFor(view.locale);
  return (
    <SettingsPage view={view} area="security" title={messages.title}>
      <div class="stack-tight">
        <h1>{messages.title}</h1>
        <p class="lead">{messages.lead}</p>
      </div>
      {done && <Notice kind="good">{messages.done[done]}</Notice>}
      <SecondFactorSection view={view} state={secondFactor} />
      <SessionsSection
        locale={view.locale}
        timeZone={view.company.timeZone}
        action="/settings/security/sessions"
        formKey={view.formKey}
        sessions={sessions}
        ownRef={ownRef}
      />
      <PasswordSection
        locale={view.locale}
        action="/settings/security/password"
        formKey={view.formKey}
        username={view.administrator.email}
        problem={problem}
      />
    </SettingsPage>
  );
}

function SecondFactorSection({ view, state }: { view: SettingsView; state: SecondFactorState }): VNode {
  const {
    security: { secondFactor: messages },
    text,
  } = messagesFor(view.locale);
  const { isOn, codesLeft } = state;
  return (
    <section class="sheet stack-tight" aria-labelledby="second-factor">
      <h2 id="second-factor">{messages.title}</h2>
      <p>{isOn ? messages.isOn : messages.isOff}</p>
      {isOn && (
        <p class={codesLeft === 0 ? 'field-error' : 'muted'}>{text(messages.codesLeft, { count: codesLeft })}</p>
      )}
      <p>
        <a class="button button-secondary" href="/settings/security/second-factor">
          {isOn ? messages.change : messages.turnOn}
        </a>
      </p>
    </section>
  );
}
