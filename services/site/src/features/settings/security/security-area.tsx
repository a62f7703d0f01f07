import type { Administrators } from '@vitae/accounts/administrators/administrators';
import type { SecondFactors } from '@vitae/accounts/administrators/second-factors';
import { administratorTarget } from '@vitae/accounts/audit/audit-log';
import { type SessionStore, sessionRef } from '@vitae/accounts/sessions/session-store';
import type { Transact } from '@vitae/kit/transaction';
import { Router } from 'express';
import { z } from 'zod';
import { queryOf } from '../../../layout/form.ts';
import { seeOther, sendPage } from '../../../layout/render.ts';
import type { AttemptLimiter } from '../../../sessions/attempt-limiter.ts';
import { changePassword, confirmPassword } from '../../account/change-password.ts';
import { type AdministratorVisitors, endAllAround } from '../administrator-visitors.ts';
import { areaPath } from '../settings-area.ts';
import type { AdministratorContext, SettingsArea, SettingsSite } from '../settings-site.tsx';
import { administratorAccount, checkCode } from '../sign-in/sign-in-administrator.ts';
import { ChangePage, type ConfirmProblem, RecoveryCodesPage, TurnOnPage } from './second-factor-pages.tsx';
import { type SecurityDone, SecurityPage, type SecurityPageProps } from './security-pages.tsx';

type SecurityDependencies = {
  administrators: Administrators;
  secondFactors: SecondFactors;
  sessions: SessionStore;
  visitors: AdministratorVisitors;
  transact: Transact;
  limiter: AttemptLimiter;
};

const PATH = areaPath('security');
const SECOND_FACTOR = `${PATH}/second-factor`;
const RECOVERY_CODES = `${PATH}/recovery-codes`;

/** /settings/security: the administrator's own password, second factor and sessions. */
export function createSecurityArea(dependencies: SecurityDependencies): SettingsArea {
  return {
    name: 'security',
    routes: (site) => {
      const router = Router();
      router.use(passwordRoutes(site, dependencies));
      router.use(sessionRoutes(site, dependencies));
      router.use(turnOnRoutes(site, dependencies));
      router.use(changeRoutes(site, dependencies));
      return router;
    },
  };
}

function passwordRoutes({ requireAdministrator, onForm }: SettingsSite, dependencies: SecurityDependencies) {
  const { administrators, secondFactors, sessions, visitors, limiter } = dependencies;
  const router = Router();

  const show = async (at: AdministratorContext, props: Partial<SecurityPageProps> = {}, status = 200) => {
    const { response, view, visitor, administrator } = at;
    const page = (
      <SecurityPage
        view={{ ...view, address: PATH }}
        secondFactor={await secondFactors.state(administrator.id)}
        sessions={await sessions.list(administrator.id)}
        ownRef={sessionRef(visitor.sessionId)}
        {...props}
      />
    );
    sendPage(response, page, { status });
  };

  router.get(
    PATH,
    requireAdministrator('viewer', (at) => show(at, { done: doneOf(queryOf(at.request, 'done')) })),
  );

  router.post(
    `${PATH}/password`,
    onForm('viewer', async (at, form) => {
      const { request, response, visitor, administrator, record } = at;
      const text = z.string();
      const change = form.parse({ current: text, next: text, again: text });
      const setPassword = async (id: number, password: string) => {
        await endAllAround(visitors, id, () =>
          administrators.setPassword(id, password, (changed, session) =>
            record('passwordChanged', administratorTarget(changed), undefined, session),
          ),
        );
      };
      const { id: userId, email } = administrator;
      const passwordOwner = { account: administratorAccount(userId), userId, names: [email] };
      const problem = await changePassword(passwordOwner, change, {
        credentials: { checkPassword: administrators.checkPassword, setPassword },
        limiter,
      });
      if (problem) return show(at, { problem }, problem.reason === 'tooMany' ? 429 : 422);
      await visitors.signIn(request, response, visitor, administrator);
      return seeOther(response, `${PATH}?done=password`);
    }),
  );

  return router;
}

function sessionRoutes({ onForm }: SettingsSite, { sessions, visitors }: SecurityDependencies) {
  const router = Router();

  router.post(
    `${PATH}/sessions/end`,
    onForm('viewer', async ({ response, administrator, record }, form) => {
      // The session ends before the entry is recorded: a stolen session must not outlive a failing log.
      const ended = await sessions.endListed(administrator.id, form.parse({ ref: z.string() }).ref);
      if (ended) await record('sessionEnded', administratorTarget(administrator));
      seeOther(response, `${PATH}?done=ended`);
    }),
  );

  router.post(
    `${PATH}/sessions/end-others`,
    onForm('viewer', async ({ response, visitor, administrator, record }, form) => {
      form.parse({});
      await visitors.endAll(administrator.id, visitor.sessionId);
      await record('otherSessionsEnded', administratorTarget(administrator));
      seeOther(response, `${PATH}?done=others`);
    }),
  );

  return router;
}

function turnOnRoutes(site: SettingsSite, dependencies: SecurityDependencies) {
  const { requireAdministrator, onForm, leave, shownOnce } = site;
  const { secondFactors, visitors, transact } = dependencies;
  const router = Router();

  router.get(
    SECOND_FACTOR,
    requireAdministrator('viewer', async ({ response, view, visitor, administrator: { id } }) => {
      const { isOn } = await secondFactors.state(id);
      const page = isOn ? (
        <ChangePage view={view} />
      ) : (
        <TurnOnPage view={view} secret={await secondFactors.propose(id, sessionRef(visitor.formKey))} />
      );
      sendPage(response, page);
    }),
  );

  router.post(
    SECOND_FACTOR,
    onForm('viewer', async (at, form) => {
      const { response, view, visitor, administrator, record } = at;
      const { password, code } = form.parse({ password: z.string(), code: z.string() });
      // The form key does not change when the session id is replaced between page and form.
      const session = sessionRef(visitor.formKey);
      const reject = async (problem: ConfirmProblem) => {
        const page = (
          <TurnOnPage view={view} secret={await secondFactors.propose(administrator.id, session)} problem={problem} />
        );
        sendPage(response, page, { status: statusOf(problem) });
      };
      if ((await secondFactors.state(administrator.id)).isOn) return seeOther(response, SECOND_FACTOR);
      const wrong = await passwordProblem(at, password, dependencies);
      if (wrong) return reject(wrong);
      // Once the factor is on, nothing may fail before the codes are shown: the session id is renewed first, and the codes
      // are kept before the transaction ends.
      await visitors.renew(response, visitor, administrator);
      const codes = await transact(async (within) => {
        const made = await secondFactors.turnOn(administrator.id, session, code, within);
        if (made) {
          await record('secondFactorOn', administratorTarget(administrator), undefined, within);
          await leave(at, { location: RECOVERY_CODES, shown: made });
        }
        return made;
      });
      return codes ? seeOther(response, RECOVERY_CODES) : reject({ field: 'code', reason: 'wrongCode' });
    }),
  );

  router.get(
    RECOVERY_CODES,
    requireAdministrator('viewer', async (at) => {
      const codes = await shownOnce<string[]>(at, PATH);
      if (codes) sendPage(at.response, <RecoveryCodesPage view={at.view} codes={codes} />);
    }),
  );

  return router;
}

function changeRoutes({ onForm, leave }: SettingsSite, dependencies: SecurityDependencies) {
  const { secondFactors, visitors, transact, limiter } = dependencies;
  const router = Router();

  router.post(
    `${SECOND_FACTOR}/change`,
    onForm('viewer', async (at, form) => {
      const { response, view, visitor, administrator, record } = at;
      const reject = (problem: ConfirmProblem) =>
        sendPage(response, <ChangePage view={{ ...view, address: SECOND_FACTOR }} problem={problem} />, {
          status: statusOf(problem),
        });
      const fields = form.parse({ password: z.string(), code: z.string(), do: z.enum(['newCodes', 'turnOff']) });
      const wrong = await passwordProblem(at, fields.password, dependencies);
      if (wrong) return reject(wrong);
      const target = administratorTarget(administrator);
      const entry = await checkCode(administrator, fields.code, {
        secondFactors,
        transact,
        limiter,
        recordRecovery: (within) => record('recoveryCodeUsed', target, undefined, within),
      });
      if ('retryAfter' in entry) return reject({ field: 'code', reason: 'tooMany', retryAfter: entry.retryAfter });
      if ('wrong' in entry) return reject({ field: 'code', reason: 'wrongCode' });
      await visitors.renew(response, visitor, administrator);
      if (fields.do === 'turnOff') {
        await transact(async (within) => {
          await secondFactors.turnOff(administrator.id, within);
          await record('secondFactorOff', target, undefined, within);
        });
        return seeOther(response, `${PATH}?done=off`);
      }
      await transact(async (within) => {
        await record('recoveryCodesMade', target, undefined, within);
        const shown = await secondFactors.renewRecoveryCodes(administrator.id, within);
        await leave(at, { location: RECOVERY_CODES, shown });
      });
      return seeOther(response, RECOVERY_CODES);
    }),
  );

  return router;
}

function passwordProblem(
  { administrator: { id } }: AdministratorContext,
  password: string,
  { administrators, limiter }: SecurityDependencies,
) {
  return confirmPassword(administratorAccount(id), id, password, { credentials: administrators, limiter });
}

function statusOf(problem: ConfirmProblem): number {
  return problem.reason === 'tooMany' ? 429 : 403;
}

function doneOf(text: string | undefined): SecurityDone | undefined {
  return text === 'password' || text === 'off' || text === 'ended' || text === 'others' ? text : undefined;
}
