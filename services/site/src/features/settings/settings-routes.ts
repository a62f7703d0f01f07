import { routeNotFound } from '@vitae/kit/http/host-routing';
import type { Logger } from '@vitae/kit/log';
import { type RequestHandler, Router } from 'express';
import { seeOther } from '../../layout/render.ts';
import { handlePageErrors } from '../errors/page-errors.tsx';
import { areaPath } from './settings-area.ts';
import type { SettingsArea, SettingsSite } from './settings-site.tsx';

type SettingsRoutesDependencies = {
  site: SettingsSite;
  /** The pages around signing in. */
  entrance: readonly Router[];
  /** The areas in the order of the menu. */
  areas: readonly SettingsArea[];
  log: Logger;
};

/** /settings, for the administrators of companies. It works without script. */
export function settingsRoutes({ site, entrance, areas, log }: SettingsRoutesDependencies): Router {
  const router = Router();
  router.get(
    '/settings',
    site.requireAdministrator('viewer', ({ response }) => {
      seeOther(response, areaPath(areas[0]?.name ?? 'security'));
    }),
  );
  for (const one of entrance) router.use(one);
  for (const area of areas) router.use(area.routes(site));
  router.use('/settings', nothingHere, handlePageErrors(log));
  return router;
}

const nothingHere: RequestHandler = (_request, _response, next) => next(routeNotFound());
