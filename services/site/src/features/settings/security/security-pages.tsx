import type { VNode } from 'preact';
import type { SecondFactorState } from '@vitae/accounts/administrators/second-factors';
import type { PasswordProblem } from '../../account/change-password.ts';
import { Notice } from '../../../components/notice.tsx';
import { PasswordSection } from '../../../components/password-section.tsx';
import { securityWords } from '../../../locales/settings/security/catalogue.ts';
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
  const words = securityWords[view.locale];
  return (
    <SettingsPage view={view} area="security" title={words.title}>
      <div class="stack-tight">
        <h1>{words.title}</h1>
        <p class="lead">{words.lead}</p>
      </div>
      {done && <Notice kind="good">{words.done[done]}</Notice>}
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
  const words = securityWords[view.locale].secondFactor;
  const { isOn, codesLeft } = state;
  return (
    <section class="sheet stack-tight" aria-labelledby="second-factor">
      <h2 id="second-factor">{words.title}</h2>
      <p>{isOn ? words.isOn : words.isOff}</p>
      {isOn && <p class={codesLeft === 0 ? 'field-error' : 'muted'}>{codesLeftWords(view, codesLeft)}</p>}
      <p>
        <a class="button button-secondary" href="/settings/security/second-factor">
          {isOn ? words.change : words.turnOn}
        </a>
      </p>
    </section>
  );
}

function codesLeftWords({ locale }: SettingsView, count: number): string {
  const { codesLeft, noCodes } = securityWords[locale].secondFactor;
  if (count === 0) return noCodes;
  return new Intl.PluralRules(locale).select(count) === 'one'
    ? codesLeft.one
    : codesLeft.other(new Intl.NumberFormat(locale).format(count));
}
