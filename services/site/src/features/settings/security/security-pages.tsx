import type { VNode } from 'preact';
import type { SecondFactorState } from '@vitae/accounts/administrators/second-factors';
import type { PasswordProblem } from '../../account/change-password.ts';
import { Notice } from '../../../components/notice.tsx';
import { PasswordSection } from '../../../components/password-section.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import type { OpenSession } from '@vitae/accounts/sessions/session-store';
import { SettingsPage } from '../settings-page.tsx';
import type { SettingsView } from '../settings-view.ts';
import { SessionsSection } from './sessions-section.tsx';

export type SecurityDone = 'password' | 'off' | 'ended' | 'others';

export type SecurityPageProps = {
  view: SettingsView;
  secondFactor: SecondFactorState;
  sessions: readonly OpenSession[];
  /** The session that looks. */
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
      <SessionsSection view={view} sessions={sessions} ownRef={ownRef} />
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
  const messages = messagesFor(view.locale).security.secondFactor;
  const { isOn, codesLeft } = state;
  return (
    <section class="sheet stack-tight" aria-labelledby="second-factor">
      <h2 id="second-factor">{messages.title}</h2>
      <p>{isOn ? messages.isOn : messages.isOff}</p>
      {isOn && <p class={codesLeft === 0 ? 'field-error' : 'muted'}>{codesLeftWords(view, codesLeft)}</p>}
      <p>
        <a class="button button-secondary" href="/settings/security/second-factor">
          {isOn ? messages.change : messages.turnOn}
        </a>
      </p>
    </section>
  );
}

function codesLeftWords({ locale }: SettingsView, count: number): string {
  const { codesLeft, noCodes } = messagesFor(locale).security.secondFactor;
  if (count === 0) return noCodes;
  return new Intl.PluralRules(locale).select(count) === 'one'
    ? codesLeft.one
    : codesLeft.other(new Intl.NumberFormat(locale).format(count));
}
