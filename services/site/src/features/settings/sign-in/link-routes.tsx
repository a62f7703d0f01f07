import type { Administrators } from '@vitae/accounts/administrators/administrators';
import { type AuditLog, entryBy } from '@vitae/accounts/audit/audit-log';
import type { CompanyStore } from '@vitae/accounts/companies/company-store';
import { loginKey } from '@vitae/accounts/credentials/owner-credentials';
import { type Invitation, LinkAlreadyUsed, type OneTimeLinks } from '@vitae/accounts/links/one-time-links';
import { VitaeError } from '@vitae/kit/errors';
import { Router } from 'express';
import { z } from 'zod';
import type { ForgottenState, OtherAccount } from '../../../components/link-pages.tsx';
import type { PasswordProblem } from '../../../components/password-section.tsx';
import { queryOf } from '../../../layout/form.ts';
import { seeOther, sendPage } from '../../../layout/render.ts';
import type { KnownDevices } from '../../../sessions/known-devices.ts';
import { type ResetLimit, tokenOf, withLink } from '../../../sessions/link-use.ts';
import { newPasswordProblem } from '../../account/change-password.ts';
import { type AdministratorVisitors, endAllAround } from '../administrator-visitors.ts';
import type { LinkMail } from '../link-mail.ts';
import type { PageContext, SettingsSite } from '../settings-site.tsx';
import { START } from './after-sign-in.ts';
import { AdministratorForgottenPage, AdministratorResetPage, DeadLinkPage, InvitationPage } from './link-pages.tsx';
import { administratorAccount } from './sign-in-administrator.ts';

export type LinkRouteDependencies = {
  administrators: Administrators;
  links: OneTimeLinks;
  companies: Pick<CompanyStore, 'find'>;
  /** Undefined when the server sends no mail. */
  mail: LinkMail | undefined;
  visitors: AdministratorVisitors;
  resetLimit: ResetLimit;
  devices: KnownDevices;
  audit: AuditLog;
};

const FORGOTTEN = '/settings/forgotten';
const MAX_EMAIL = 254;

/** /settings/forgotten, /settings/reset and /settings/invitation: the pages of one-time links. */
export function linkRoutes(site: SettingsSite, dependencies: LinkRouteDependencies): Router {
  const router = Router();
  addForgottenRoutes(router, site, dependencies);
  addResetRoutes(router, site, dependencies);
  addInvitationRoutes(router, site, dependencies);
  return router;
}

function addForgottenRoutes(router: Router, site: SettingsSite, dependencies: LinkRouteDependencies) {
  const { administrators, mail, resetLimit } = dependencies;
  const showForgotten = ({ response, view }: PageContext, state?: ForgottenState, status = 200) => {
    const shown = { view: { ...view, address: FORGOTTEN }, action: FORGOTTEN, sendsMail: !!mail, state };
    sendPage(response, <AdministratorForgottenPage {...shown} />, { status });
  };

  router.get(FORGOTTEN, async (request, response) =>
    showForgotten(
      await site.pageContext(request, response),
      queryOf(request, 'done') === 'sent' && mail ? 'sent' : undefined,
    ),
  );

  router.post(FORGOTTEN, async (request, response) => {
    const at = await site.pageContext(request, response);
    const email = site.readForm(at).parse({ email: z.string() }).email.slice(0, MAX_EMAIL);
    if (!mail) return showForgotten(at);
    const retryAfter = await resetLimit(request, email);
    if (retryAfter > 0) {
      response.set('Retry-After', String(retryAfter));
      return showForgotten(at, 'tooMany', 429);
    }
    const administrator = await administrators.findByEmail(email);
    // Not awaited, so that the response time does not reveal whether the address exists.
    if (administrator) mail.sendReset(administrator, at.view.locale, request.ip);
    return seeOther(response, `${FORGOTTEN}?done=sent`);
  });
}

function addResetRoutes(router: Router, site: SettingsSite, dependencies: LinkRouteDependencies) {
  const { administrators, links, visitors, devices, audit } = dependencies;
  const showReset = (at: PageContext, email: string, problem?: PasswordProblem) => {
    const { request, response, view } = at;
    const page = (
      <AdministratorResetPage {...{ view, email, problem }} action={request.path} other={otherAt(at, email)} />
    );
    sendPage(response, page, { status: problem ? 422 : 200 });
  };

  router.get('/settings/reset/:token', async (request, response) => {
    const at = await site.pageContext(request, response);
    const link = await links.find('reset', tokenOf(request));
    if (!link) return showDeadLink(at);
    return showReset(at, link.email);
  });

  router.post('/settings/reset/:token', async (request, response) => {
    const at = await site.pageContext(request, response);
    const form = site.readForm(at);
    const known = await links.find('reset', tokenOf(request));
    if (!known) return showDeadLink(at);
    const chosen = form.parse({ next: z.string(), again: z.string() });
    const problem = newPasswordProblem(chosen, [known.email]);
    if (problem) return showReset(at, known.email, problem);
    const administrator = await administrators.find(known.administratorId);
    // A link is proof of control only of the address to which it was sent.
    if (!administrator || loginKey(administrator.email) !== loginKey(known.email)) return showDeadLink(at);
    const { id } = administrator;
    const isSet = await endAllAround(visitors, id, () =>
      withLink(() =>
        administrators.setPassword(id, chosen.next, async (changed, session) => {
          await links.consume('reset', tokenOf(request), session);
          await audit.record(entryBy(changed, 'passwordReset', request.ip), session);
        }),
      ),
    );
    if (!isSet) return showDeadLink(at);
    if (at.visitor.administrator) await visitors.signOut(response, at.visitor);
    // The failures that led to the reset do not delay the next sign-in.
    const changed = await administrators.find(id);
    if (changed) devices.remember(request, response, administratorAccount(id), changed.passwordVersion);
    return seeOther(response, '/settings/sign-in?done=passwordSet');
  });
}

function addInvitationRoutes(router: Router, site: SettingsSite, dependencies: LinkRouteDependencies) {
  const { administrators, links, companies, visitors, devices, audit } = dependencies;

  const showInvitation = async (
    at: PageContext,
    invitation: Invitation,
    more: Partial<Parameters<typeof InvitationPage>[0]> = {},
    status = 200,
  ) => {
    const { request, response, view } = at;
    const company = (await companies.find(invitation.companyId))?.name ?? '';
    const shown = { view, action: request.path, invitation, company, other: otherAt(at, invitation.email) };
    const page = <InvitationPage {...shown} {...more} />;
    sendPage(response, page, { status });
  };

  router.get('/settings/invitation/:token', async (request, response) => {
    const at = await site.pageContext(request, response);
    const invitation = await links.find('invitation', tokenOf(request));
    return invitation ? showInvitation(at, invitation) : showDeadLink(at);
  });

  router.post('/settings/invitation/:token', async (request, response) => {
    const at = await site.pageContext(request, response);
    const form = site.readForm(at);
    const known = await links.find('invitation', tokenOf(request));
    if (!known) return showDeadLink(at);
    const chosen = form.parse({ next: z.string(), again: z.string() });
    const problem = newPasswordProblem(chosen, [known.email]);
    if (problem) return showInvitation(at, known, { problem }, 422);
    if (await administrators.findByEmail(known.email)) return showInvitation(at, known, { taken: true }, 409);
    const { companyId, email, role } = known;
    try {
      const made = await administrators.create(companyId, email, chosen.next, role, async (one, session) => {
        await links.consume('invitation', tokenOf(request), session);
        const entry = entryBy(one, 'invitationAccepted', request.ip);
        await audit.record({ ...entry, detail: { role: one.role } }, session);
      });
      await visitors.signIn(request, response, at.visitor, made);
      devices.remember(request, response, administratorAccount(made.id), made.passwordVersion);
    } catch (error) {
      if (error instanceof LinkAlreadyUsed) return showDeadLink(at);
      if (VitaeError.from(error).reason !== 'email_taken') throw error;
      return showInvitation(at, known, { taken: true }, 409);
    }
    return seeOther(response, '/settings');
  });
}

/** The administrator who is signed in in this browser, if the link was sent to another address. */
function otherAt({ visitor: { administrator } }: PageContext, email: string): OtherAccount | undefined {
  const isOther = administrator && loginKey(administrator.email) !== loginKey(email);
  return isOther ? { name: administrator.email, home: START } : undefined;
}

function showDeadLink({ response, view }: PageContext): void {
  sendPage(response, <DeadLinkPage view={view} />, { status: 404 });
}
