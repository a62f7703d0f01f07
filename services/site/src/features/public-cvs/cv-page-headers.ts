import { createHash } from 'node:crypto';
import { isNotModified } from '@vitae/kit/entity-tag';
import type { Request, Response } from 'express';
import { confine } from '../../layout/page-headers.ts';

type CvPageHeaders = {
  /** The inline style sheet. */
  styles: string;
  indexed: boolean;
  protected: boolean;
  /** Whether pages of the account may show it. */
  framed?: boolean;
  /** Whether it also has style sheets of the site. */
  linksStyles?: boolean;
};

/** Allows the page of a CV its style sheet, our pictures and our fonts; scripts and forms are not allowed. */
export function setCvPageHeaders(response: Response, page: CvPageHeaders): void {
  const inline = `'sha256-${createHash('sha256').update(page.styles).digest('base64')}'`;
  const styles = `style-src ${inline}${page.linksStyles ? " 'self'" : ''}`;
  confine(response, [styles, "img-src 'self'", "font-src 'self'", "form-action 'none'"], {
    framed: page.framed ?? false,
  });
  response.set({ 'Cache-Control': cacheControlOf(page), Vary: 'Cookie' });
  if (!page.indexed) hideFromSearch(response);
}

/** Caches revalidate for each request, so that unpublishing takes effect immediately. */
export const ALWAYS_REVALIDATE = 'private, no-cache';

/** Pages, pictures and files of a password-protected CV are not stored in caches. */
export function cacheControlOf(cv: { protected: boolean }): string {
  return cv.protected ? 'no-store' : ALWAYS_REVALIDATE;
}

export function hideFromSearch(response: Response): void {
  response.set('X-Robots-Tag', 'noindex');
}

/** Returns a strong ETag for the content (RFC 9110 section 8.8.3). */
export function entityTagOf(content: string | Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 32)}"`;
}

/** Returns whether If-None-Match contains the ETag (RFC 9110 section 13.1.2). */
export function matchesEntityTag(request: Request, entityTag: string): boolean {
  return isNotModified(request.headers['if-none-match'], entityTag);
}
