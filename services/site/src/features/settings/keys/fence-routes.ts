import { fenceDetail } from '@vitae/accounts/keys/fence';
import { Router } from 'express';
import { seeOther } from '../../../layout/render.ts';
import { areaPath } from '../settings-area.ts';
import type { SettingsSite } from '../settings-site.tsx';
import { fenceIn } from './fence-form.ts';
import { keyOf, keyPath } from './find-key.ts';
import { type KeysDependencies, showKey } from './key-list-routes.tsx';

/** The form with the fence of a historical key: previews, saves or removes it. */
export function fenceRoutes({ onForm }: SettingsSite, dependencies: KeysDependencies): Router {
  const { manager, keys, endpoints } = dependencies;
  const router = Router();
  router.post(
    `${areaPath('keys')}/:id/fence`,
    onForm(
      'administrator',
      async (at, form) => {
        const stored = await keyOf(at, keys);
        const target = { kind: 'key', id: String(stored.id), name: stored.name } as const;
        const { action, entered } = fenceIn(form, endpoints);
        if (action === 'remove') {
          await manager.setFence(stored.key, null, (_key, session) =>
            at.record('keyFenceRemoved', target, undefined, session),
          );
          return seeOther(at.response, `${keyPath(stored.id)}?done=fenceRemoved`);
        }
        if (action !== 'save' || entered.problem) return showKey(at, stored, dependencies, { entered });
        await manager.setFence(stored.key, entered.fence, (_key, session) =>
          at.record('keyFenceChanged', target, fenceDetail(entered.fence), session),
        );
        return seeOther(at.response, `${keyPath(stored.id)}?done=fence`);
      },
      async (at, form, status) => {
        const { entered } = fenceIn(form, endpoints);
        return showKey(at, await keyOf(at, keys), dependencies, { entered, status });
      },
    ),
  );
  return router;
}
