import type { AppControllerRoute, BullBoardQueues, IServerAdapter, UIConfig } from '@bull-board/api/dist/types.js';
import express, { type Request, type Response, Router } from 'express';
import { boardPage } from './board-page.ts';

/** The served part of the board's API: read-only routes, which return jobs only in redacted form. */
const SERVED: readonly string[] = [
  '/api/queues',
  '/api/redis/stats',
  '/api/queues/:queueName/metrics',
  '/api/queues/:queueName/default-job-options',
  '/api/queues/:queueName/workers',
  '/api/queues/:queueName/rate-limit',
  '/api/queues/:queueName/:jobId',
];

/** Routes that the pages request but that would reveal more of a job. They return empty results. */
const WITHHELD: Record<string, (jobId: string) => object> = {
  '/api/queues/:queueName/:jobId/logs': () => [],
  '/api/queues/:queueName/:jobId/flow': (nodeId) => ({ nodeId, flowRoot: null, isFlowNode: false }),
};

/** An adapter for our router. bull-board's Express adapter would add a second Express and a template engine. */
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

  const handlerOf = (route: AppControllerRoute) => async (request: Request, response: Response) => {
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
    // The site renders the pages and the errors.
    setEntryRoute: () => adapter,
    setErrorHandler: () => adapter,
    setApiRoutes: (routes) => {
      for (const [path, none] of Object.entries(WITHHELD)) {
        router.get(path, ({ params }, response) => response.json(none(String(params.jobId))));
      }
      for (const route of routes) {
        if (route.method !== 'get') continue;
        for (const path of [route.route].flat()) if (SERVED.includes(path)) router.get(path, handlerOf(route));
      }
      return adapter;
    },
  };
  return adapter;
}
