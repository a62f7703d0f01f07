import type { Logger } from '@vitae/kit/log';
import { Router } from 'express';
import { type AccountDependencies, accountRoutes } from './features/account/account-routes.tsx';
import { answerPageErrors } from './layout/page-errors.tsx';

export type SiteDependencies = { account: AccountDependencies; log: Logger };

/** The pages of the site: the CV owners' account. */
export function siteRoutes({ account, log }: SiteDependencies): Router {
  const router = Router();
  router.use(accountRoutes(account));
  router.use('/account', answerPageErrors(log));
  return router;
}
