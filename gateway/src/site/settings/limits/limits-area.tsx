import { Router } from 'express';
import { USER_API_LIMIT } from '../../../oauth/user-quota.ts';
import { sendPage } from '../../render.ts';
import { areaPath, type SettingsArea } from '../settings-area.ts';
import { LimitsPage } from './limits-page.tsx';

export type LimitsDependencies = {
  /** The calls of the intensive quota, such as `GET /api/v1/users/search`. */
  intensiveCalls: readonly string[];
};

/** /settings/limits: what the account may do in a minute, and what that means. */
export function createLimitsArea({ intensiveCalls }: LimitsDependencies): SettingsArea {
  return {
    name: 'limits',
    routes: ({ requireAdministrator }) => {
      const router = Router();
      router.get(
        areaPath('limits'),
        requireAdministrator('viewer', ({ response, view }) => {
          sendPage(response, <LimitsPage view={view} intensiveCalls={intensiveCalls} ownerLimit={USER_API_LIMIT} />);
        }),
      );
      return router;
    },
  };
}
