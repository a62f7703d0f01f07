import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RequestHandler } from 'express';

const css = readFileSync(new URL('../../assets/site.css', import.meta.url));

/** The one stylesheet; its address changes with its content, so that it may be kept for ever. */
export const stylesheetPath = `/assets/site.${createHash('sha256').update(css).digest('hex').slice(0, 16)}.css`;

/** Put before every surface: each page fetches it from its own host. */
export const serveStylesheet: RequestHandler = (request, response, next) => {
  if (request.path !== stylesheetPath || (request.method !== 'GET' && request.method !== 'HEAD')) return next();
  response
    .set({ 'Cache-Control': 'public, max-age=31536000, immutable', 'X-Content-Type-Options': 'nosniff' })
    .type('css')
    .send(css);
};
