import type { RequestHandler } from 'express';
import { pageFile } from './page-file.ts';

const stylesheet = pageFile('site.css');

/** The one stylesheet. */
export const stylesheetPath = stylesheet.path;

/** Put before every surface: each page fetches it from its own host. */
export const serveStylesheet: RequestHandler = (request, response, next) => {
  if (request.path !== stylesheetPath || (request.method !== 'GET' && request.method !== 'HEAD')) return next();
  return stylesheet.serve(request, response, next);
};
