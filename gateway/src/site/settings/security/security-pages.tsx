import type { VNode } from 'preact';
import { PASSWORD_LENGTH } from '../../../credentials/password-hash.ts';
import type { SecondFactorState } from '../../../credentials/second-factors.ts';
import type { PasswordProblem } from '../../account/change-password.ts';
import { problemWords } from '../../account/settings-sections.tsx';
import { Button, Field, PostForm } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { catalogues } from '../../messages/catalogues.ts';
import { securityWords } from '../../messages/settings/security/catalogue.ts';
import type { OpenSession } from '../../sessions/session-store.ts';
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
      <PasswordSection view={view} problem={problem} />
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

function PasswordSection({ view, problem }: { view: SettingsView; problem: PasswordProblem | undefined }): VNode {
  const { password } = catalogues[view.locale];
  const errorAt = (field: PasswordProblem['field']) =>
    problem?.field === field ? problemWords(view.locale, problem) : undefined;
  return (
    <section class="sheet stack" aria-labelledby="password">
      <h2 id="password">{password.title}</h2>
      <PostForm action="/settings/security/password" sessionId={view.formKey} class="stack">
        {/* Tells password managers whose password this is. */}
        <input type="text" name="username" value={view.administrator.email} autocomplete="username" readOnly hidden />
        <Field
          name="current"
          label={password.current}
          type="password"
          autocomplete="current-password"
          error={errorAt('current')}
        />
        <Field
          name="next"
          label={password.next}
          type="password"
          autocomplete="new-password"
          hint={password.hint(PASSWORD_LENGTH.min)}
          error={errorAt('next')}
        />
        <Field
          name="again"
          label={password.again}
          type="password"
          autocomplete="new-password"
          error={errorAt('again')}
        />
        <div>
          <Button>{password.submit}</Button>
        </div>
      </PostForm>
    </section>
  );
}
