import type { SlicedWork } from '@vitae/kit/slices';
import type { Response } from 'express';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { type PageAllowances, setPageHeaders } from './page-headers.ts';

/** Renders and sends a page. */
export function sendPage(
  response: Response,
  page: VNode,
  { status = 200, ...allowances }: { status?: number } & PageAllowances = {},
): void {
  setPageHeaders(response, allowances);
  response
    .status(status)
    .type('html')
    .send(`<!doctype html>${renderToString(page)}`);
}

/** Renders a list that may be long in slices. */
export function* renderEach<T>(items: readonly T[], render: (item: T, index: number) => VNode): SlicedWork<string> {
  let html = '';
  for (const [index, item] of items.entries()) {
    html += renderToString(render(item, index));
    yield;
  }
  return html;
}

/** Redirects after a form, so that reloading the next page does not submit the form again. */
export function seeOther(response: Response, location: string): void {
  response.set('Cache-Control', 'no-store').status(303).set('Location', location).end();
}
