import type { Response } from 'express';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { setPageHeaders } from './page-headers.ts';

/** Answers with a page. `formTargets` are sources besides our own that a form of the page may lead to. */
export function sendPage(
  response: Response,
  page: VNode,
  { status = 200, formTargets = [] }: { status?: number; formTargets?: string[] } = {},
): void {
  setPageHeaders(response, formTargets);
  response
    .status(status)
    .type('html')
    .send(`<!doctype html>${renderToString(page)}`);
}

/** After a form: the next page by GET, so that reloading it sends nothing twice. */
export function seeOther(response: Response, location: string): void {
  response.set('Cache-Control', 'no-store').status(303).set('Location', location).end();
}
