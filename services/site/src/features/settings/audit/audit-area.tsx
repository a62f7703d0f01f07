import type { Administrators } from '@vitae/accounts/administrators/administrators';
import { parseAuditAction } from '@vitae/accounts/audit/audit-actions';
import type { AuditLog } from '@vitae/accounts/audit/audit-log';
import { type Request, Router } from 'express';
import { queryOf } from '../../../layout/form.ts';
import { sendPage } from '../../../layout/render.ts';
import { areaPath } from '../settings-area.ts';
import type { SettingsArea } from '../settings-site.tsx';
import { type AuditChoice, AuditPage } from './audit-page.tsx';
import { startOfDay } from './calendar-day.ts';

type AuditDependencies = {
  audit: Pick<AuditLog, 'list'>;
  administrators: Pick<Administrators, 'listOfCompany'>;
};

const ID = /^[1-9]\d{0,14}$/;

/** /settings/audit: actions with their actor, time and origin. */
export function createAuditArea({ audit, administrators }: AuditDependencies): SettingsArea {
  return {
    name: 'audit',
    routes: ({ requireAdministrator }) => {
      const router = Router();
      router.get(
        areaPath('audit'),
        requireAdministrator('viewer', async ({ request, response, view, company }) => {
          const choice = choiceOf(request);
          const filter = {
            action: choice.action,
            administratorId: choice.administrator === undefined ? undefined : Number(choice.administrator),
            since: startOfDay(choice.since, company.timeZone),
            until: startOfDay(choice.until, company.timeZone, 1),
          };
          const before = idIn(queryOf(request, 'before'));
          const { entries, next } = await audit.list(
            company.id,
            filter,
            before === undefined ? undefined : Number(before),
          );
          const members = await administrators.listOfCompany(company.id);
          const page = { view, entries, next, isFirst: before === undefined, choice, members };
          sendPage(response, <AuditPage {...page} />);
        }),
      );
      return router;
    },
  };
}

function choiceOf(request: Request): AuditChoice {
  const action = parseAuditAction(queryOf(request, 'action'));
  const administrator = idIn(queryOf(request, 'administrator'));
  const since = dayIn(queryOf(request, 'since'));
  const until = dayIn(queryOf(request, 'until'));
  return {
    ...(action && { action }),
    ...(administrator && { administrator }),
    ...(since && { since }),
    ...(until && { until }),
  };
}

function idIn(text: string | undefined): string | undefined {
  return text !== undefined && ID.test(text) ? text : undefined;
}

function dayIn(text: string | undefined): string | undefined {
  return startOfDay(text, 'UTC') ? text : undefined;
}
