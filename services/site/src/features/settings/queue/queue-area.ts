import { routeNotFound } from '@vitae/kit/http/host-routing';
import { type RequestHandler, Router } from 'express';
import { areaPath } from '../settings-area.ts';
import type { SettingsArea, SettingsSite } from '../settings-site.tsx';
import type { BoardAdapter } from './board-adapter.ts';
import { setBoardHeaders } from './board-page.ts';
import type { Operators } from './operators.ts';

export type QueueAreaDependencies = { board: BoardAdapter; isOperator: Operators };

export const QUEUE_PATH = areaPath('queue');

/** /settings/queue: the export queue of all companies, for operators. Other users get a 404. */
export function createQueueArea({ board, isOperator }: QueueAreaDependencies): SettingsArea {
  const onlyOperators = (site: SettingsSite): RequestHandler => {
    return async (request, response, next) => {
      const { administrator } = (await site.pageContext(request, response)).visitor;
      if (!administrator || !(await isOperator(administrator))) throw routeNotFound();
      setBoardHeaders(response);
      next();
    };
  };
  return {
    name: 'queue',
    isFor: isOperator,
    routes: (site) => {
      const inner = Router();
      inner.use(onlyOperators(site), board.router);
      inner.get(
        ['/', '/queue/:name', '/queue/:name/:job'],
        site.requireAdministrator('viewer', async ({ response, record }) => {
          await record('queueOpened', { kind: 'queue', id: 'exports', name: 'exports' });
          response.type('html').send(board.page());
        }),
      );
      return Router().use(QUEUE_PATH, inner);
    },
  };
}
