import { roles } from '@vitae/accounts/administrators/administrator-roles';
import type { Administrator, Administrators } from '@vitae/accounts/administrators/administrators';
import type { SecondFactors } from '@vitae/accounts/administrators/second-factors';
import { administratorTarget } from '@vitae/accounts/audit/audit-log';
import { loginKey } from '@vitae/accounts/credentials/owner-credentials';
import { linkAddress, type OneTimeLinks } from '@vitae/accounts/links/one-time-links';
import { notFound } from '@vitae/kit/errors';
import type { Transact } from '@vitae/kit/transaction';
import { type Request, Router } from 'express';
import { z } from 'zod';
import { queryOf } from '../../../layout/form.ts';
import { seeOther, sendPage } from '../../../layout/render.ts';
import { messagesFor } from '../../../locales/messages.ts';
import type { AdministratorVisitors } from '../administrator-visitors.ts';
import type { LinkMail } from '../link-mail.ts';
import { areaPath } from '../settings-area.ts';
import type { AdministratorContext, SettingsArea, SettingsSite } from '../settings-site.tsx';
import { ShownLinkPage } from '../shown-link-page.tsx';
import { RemovalPage } from './invite-section.tsx';
import { type TeamDone, TeamPage, type TeamPageProps } from './team-page.tsx';

type TeamDependencies = {
  administrators: Administrators;
  secondFactors: Pick<SecondFactors, 'state' | 'turnOff'>;
  visitors: Pick<AdministratorVisitors, 'endAll'>;
  links: OneTimeLinks;
  transact: Transact;
  /** Undefined if the server sends no mail. Invitation links are then shown to the owner. */
  mail: LinkMail | undefined;
  siteUrl: string;
};

const PATH = areaPath('team');
const INVITED = `${PATH}/invited`;
const EMAIL = /^[^\s@<>]+@[^\s@<>]+$/;
const MAX_EMAIL = 254;

type ShowTeam = (at: AdministratorContext, props?: Partial<TeamPageProps>, status?: number) => Promise<void>;

/** /settings/team: visible to all roles, changed by owners. */
export function createTeamArea(dependencies: TeamDependencies): SettingsArea {
  const show = createShowTeam(dependencies);
  return {
    name: 'team',
    routes: (site) => {
      const router = Router();
      router.param('id', (request: Request, _response, next) =>
        next(/^[1-9]\d{0,14}$/.test(String(request.params.id)) ? undefined : administratorNotFound()),
      );
      router.get(
        PATH,
        site.requireAdministrator('viewer', (at) => show(at, { done: doneOf(queryOf(at.request, 'done')) })),
      );
      addInvitationRoutes(router, site, dependencies, show);
      addMemberRoutes(router, site, dependencies, show);
      return router;
    },
  };
}

function createShowTeam({ administrators, secondFactors, links }: TeamDependencies): ShowTeam {
  const membersOf = async (companyId: number) => {
    const list = await administrators.listOfCompany(companyId);
    return Promise.all(
      list.map(async (one) => ({ ...one, hasSecondFactor: (await secondFactors.state(one.id)).isOn })),
    );
  };
  return async ({ response, view, company }, props = {}, status = 200) => {
    const members = await membersOf(company.id);
    const invitations = await links.invitations(company.id);
    const page = <TeamPage view={{ ...view, address: PATH }} members={members} invitations={invitations} {...props} />;
    sendPage(response, page, { status });
  };
}

const invitationFields = { email: z.string().trim(), role: z.enum(roles) };

function addInvitationRoutes(router: Router, site: SettingsSite, dependencies: TeamDependencies, show: ShowTeam) {
  const { requireAdministrator, onForm, submitOnce, shownOnce } = site;
  const { administrators, links, transact, mail, siteUrl } = dependencies;

  router.post(
    `${PATH}/invitations`,
    onForm(
      'owner',
      async (at, form) => {
        const { view, company, administrator, record } = at;
        const { email, role } = form.parse(invitationFields);
        if (!EMAIL.test(email) || email.length > MAX_EMAIL) {
          return show(at, { unsent: { email, role, problem: 'wrongEmail' } }, 422);
        }
        const members = await administrators.listOfCompany(company.id);
        if (members.some((member) => loginKey(member.email) === loginKey(email))) {
          return show(at, { unsent: { email, role, problem: 'member' } }, 422);
        }
        return submitOnce(at, form, async () => {
          const invitation = { companyId: company.id, email, role, invitedBy: administrator.email };
          const token = await transact(async (session) => {
            await record('invited', { kind: 'invitation', id: email, name: email }, { role }, session);
            return links.create({ purpose: 'invitation', ...invitation }, session);
          });
          const url = linkAddress(siteUrl, 'invitation', token);
          if (!mail) return { location: INVITED, shown: { email, url } };
          mail.sendInvitation({ email, company: company.name, inviter: administrator.email, url }, view.locale);
          return { location: `${PATH}?done=invited` };
        });
      },
      (at, form, status) => show(at, { unsent: form.parse(invitationFields) }, status),
    ),
  );

  router.get(
    INVITED,
    requireAdministrator('owner', async (at) => {
      const invited = await shownOnce<{ email: string; url: string }>(at, PATH);
      if (!invited) return;
      const { team, text } = messagesFor(at.view.locale);
      const { title, lead, done } = team.invited;
      const page = { title, lead: text(lead, { email: invited.email }), done };
      sendPage(at.response, <ShownLinkPage view={at.view} area="team" url={invited.url} {...page} />);
    }),
  );

  router.post(
    `${PATH}/invitations/:id/withdraw`,
    onForm('owner', async ({ request, response, company, record }, form) => {
      form.parse({});
      await transact(async (session) => {
        const withdrawn = await links.withdraw(company.id, Number(request.params.id), session);
        if (!withdrawn) return;
        const target = { kind: 'invitation', id: withdrawn.email, name: withdrawn.email } as const;
        await record('invitationWithdrawn', target, undefined, session);
      });
      seeOther(response, `${PATH}?done=withdrawn`);
    }),
  );
}

function addMemberRoutes(
  router: Router,
  { requireAdministrator, onForm }: SettingsSite,
  { administrators, secondFactors, visitors }: TeamDependencies,
  show: ShowTeam,
) {
  /** Returns the member in the address. Members of other companies are reported as not found. */
  const memberOf = async ({ request, company }: AdministratorContext): Promise<Administrator> => {
    const member = await administrators.find(Number(request.params.id));
    if (!member || member.companyId !== company.id) throw administratorNotFound();
    return member;
  };

  router.post(
    `${PATH}/:id/role`,
    onForm('owner', async (at, form) => {
      const member = await memberOf(at);
      const { role } = form.parse({ role: z.enum(roles) });
      if (role !== member.role) {
        const change = await administrators.setRole(at.company.id, member.id, role, (before, session) =>
          at.record('roleChanged', administratorTarget(before), { from: before.role, to: role }, session),
        );
        if (change === 'lastOwner') return show(at, { lastOwner: true }, 409);
        if (change === 'notFound') throw administratorNotFound();
      }
      return seeOther(at.response, `${PATH}?done=role`);
    }),
  );

  router.get(
    `${PATH}/:id/remove`,
    requireAdministrator('owner', async (at) => {
      const { id, email } = await memberOf(at);
      sendPage(at.response, <RemovalPage view={at.view} id={id} email={email} />);
    }),
  );

  router.post(
    `${PATH}/:id/remove`,
    onForm('owner', async (at, form) => {
      form.parse({});
      const member = await memberOf(at);
      const change = await administrators.remove(at.company.id, member.id, async (removed, session) => {
        await secondFactors.turnOff(removed.id, session);
        await at.record('administratorRemoved', administratorTarget(removed), undefined, session);
      });
      if (change === 'lastOwner') return show(at, { lastOwner: true }, 409);
      // Sessions end after the removal. Until then they are useless, because every request looks up the administrator.
      await visitors.endAll(member.id);
      return seeOther(at.response, `${PATH}?done=removed`);
    }),
  );
}

function administratorNotFound() {
  return notFound('administrator_not_found', 'There is no such administrator.');
}

function doneOf(text: string | undefined): TeamDone | undefined {
  return text === 'invited' || text === 'withdrawn' || text === 'role' || text === 'removed' ? text : undefined;
}
