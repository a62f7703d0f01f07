import { VitaeError } from '@vitae/kit/errors';
import { routeNotFound } from '@vitae/kit/http/host-routing';
import { requestIdOf } from '@vitae/kit/http/request-id';
import { Router } from 'express';
import { queryOf } from '../../layout/form.ts';
import { seeOther, sendPage } from '../../layout/render.ts';
import { AccessLogPage } from './access-log-page.tsx';
import type { AccountContext } from './account-context.tsx';
import type { ApplicationAccesses } from './application-accesses.ts';
import { onlyNumbers } from './only-numbers.ts';
import type { OwnCvs } from './own-cvs.ts';

export type AccessLogRoutesDependencies = {
  accesses: ApplicationAccesses;
  cvs: Pick<OwnCvs, 'list' | 'listDeleted'>;
  timeZoneOf: (companyId: number) => Promise<string>;
};

const ROWS_PER_PAGE = 50;

/** /account/applications/{id}/access: what an application accessed. */
export function accessLogRoutes(account: AccountContext, dependencies: AccessLogRoutesDependencies): Router {
  const { accesses, cvs, timeZoneOf } = dependencies;
  const router = Router();
  router.get(
    '/account/applications/:id/access',
    onlyNumbers,
    account.onPage(async ({ request, response, view, owner }) => {
      const cursor = queryOf(request, 'before') ?? '';
      try {
        const log = await accesses.log(owner, Number(request.params.id), { limit: ROWS_PER_PAGE, cursor });
        if (!log) throw routeNotFound();
        const requestId = requestIdOf(response);
        const deleted = await cvs.listDeleted(owner, requestId);
        const page = (
          <AccessLogPage
            view={view}
            owner={owner}
            log={log}
            cvs={[...(await cvs.list(owner, requestId)), ...deleted.cvs]}
            timeZone={await timeZoneOf(owner.companyId)}
            isFirst={cursor === ''}
          />
        );
        sendPage(response, page);
      } catch (thrown) {
        if (cursor === '' || VitaeError.from(thrown).reason !== 'invalid_cursor') throw thrown;
        seeOther(response, request.path);
      }
    }),
  );
  return router;
}
