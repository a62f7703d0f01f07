import { createHash } from 'node:crypto';
import { isNotModified } from '@vitae/kit/entity-tag';
import type { Request, Response } from 'express';
import { confine } from '../../layout/page-headers.ts';

export type CvPageHeaders = {
  /** The one style sheet, which stands in the page. */
  styles: string;
  indexed: boolean;
  protected: boolean;
};

/** What the page of a CV may do: apply its style sheet and show its own pictures. It runs nothing and posts nothing. */
export function setCvPageHeaders(response: Response, page: CvPageHeaders): void {
  confine(response, [
    `style-src 'sha256-${createHash('sha256').update(page.styles).digest('base64')}'`,
    "img-src 'self'",
    "form-action 'none'",
  ]);
  response.set({ 'Cache-Control': keptWhen(page), Vary: 'Cookie' });
  if (!page.indexed) hideFromSearch(response);
}

/** May be kept, and is asked for anew each time: what was unpublished is gone with the next look. */
export const ALWAYS_ASKED = 'private, no-cache';

/** What was opened with a password, page, picture or file, is kept nowhere. */
export function keptWhen(shown: { protected: boolean }): string {
  return shown.protected ? 'no-store' : ALWAYS_ASKED;
}

export function hideFromSearch(response: Response): void {
  response.set('X-Robots-Tag', 'noindex');
}

/** A strong ETag: the same bytes, and no others, have it (RFC 9110 section 8.8.3). */
export function entityTagOf(content: string): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 32)}"`;
}

/** Whether the visitor has this already (RFC 9110 section 13.1.2). */
export function hasAlready(request: Request, entityTag: string): boolean {
  return isNotModified(request.headers['if-none-match'], entityTag);
}
