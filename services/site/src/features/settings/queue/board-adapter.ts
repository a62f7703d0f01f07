import type { AppControllerRoute, BullBoardQueues, IServerAdapter, UIConfig } from '@bull-board/api/dist/types.js';
import express, { type Request, type Response, Router } from 'express';
import { boardPage } from './board-page.ts';

/** What of the board's own API is served: reading, and nothing that gives a job out but redacted. */
const SERVED: readonly string[] = [
  '/api/queues',
  '/api/redis/stats',
  '/api/queues/:queueName/metrics',
  '/api/queues/:queueName/default-job-options',
  '/api/queues/:queueName/workers',
  '/api/queues/:queueName/rate-limit',
  '/api/queues/:queueName/:jobId',
];

/** What the pages also ask for, and what holds more of a job than is shown: they are told that there is none. */
const WITHHELD: Record<string, (jobId: string) => object> = {
  '/api/queues/:queueName/:jobId/logs': () => [],
  '/api/queues/:queueName/:jobId/flow': (nodeId) => ({ nodeId, flowRoot: null, isFlowNode: false }),
};

/** The board for our router; its own for Express brings a second Express and a template language. */
export type BoardAdapter = IServerAdapter & {
  /** The board's API and files. */
  router: Router;
  page(): string;
};

export function createBoardAdapter(basePath: string): BoardAdapter {
  const router = Router();
  let queues: BullBoardQueues = new Map();
  let uiConfig: UIConfig = {};
  let page: string | undefined;
  let viewsPath = '';

  const answer = (route: AppControllerRoute) => async (request: Request, response: Response) => {
    const { query, params } = request;
    const { status = 200, body } = await route.handler({ queues, uiConfig, query, params, body: {}, headers: {} });
    response.status(status).json(body);
  };
  const adapter: BoardAdapter = {
    router,
    page: () => {
      page ??= boardPage(viewsPath, basePath, uiConfig);
      return page;
    },
    setQueues: (all) => {
      queues = all;
      return adapter;
    },
    setViewsPath: (path) => {
      viewsPath = path;
      return adapter;
    },
    setStaticPath: (route, path) => {
      const files = express.static(path, { index: false, immutable: true, maxAge: '1y', cacheControl: true });
      router.use(
        route,
        (_request, response, next) => {
          response.removeHeader('Cache-Control');
          next();
        },
        files,
      );
      return adapter;
    },
    setUIConfig: (config) => {
      uiConfig = config;
      return adapter;
    },
    // The pages are ours, and so are the answers to errors.
    setEntryRoute: () => adapter,
    setErrorHandler: () => adapter,
    setApiRoutes: (routes) => {
      for (const [path, none] of Object.entries(WITHHELD)) {
        router.get(path, ({ params }, response) => response.json(none(String(params.jobId))));
      }
      for (const route of routes) {
        if (route.method !== 'get') continue;
        for (const path of [route.route].flat()) if (SERVED.includes(path)) router.get(path, answer(route));
      }
      return adapter;
    },
  };
  return adapter;
}
