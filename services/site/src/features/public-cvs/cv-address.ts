import { parseApplicationLink } from '@vitae/proto/application-link';
import type { CvLocation } from '@vitae/proto/gen/cv/resume/v1/CvLocation';
import type { Request } from 'express';

/** The public address or the private link of a CV. */
export type CvAddress = { public: { userSlug: string; cvSlug: string } } | { token: string };

const SLUG = /^[a-z0-9-]{1,80}$/;
const TOKEN = /^[A-Za-z0-9_-]{1,80}$/;

/** Returns the address in the path of a request, or undefined if it is malformed. */
export function cvAddressOf(request: Request): CvAddress | undefined {
  const { userSlug, cvSlug, token } = request.params as Record<string, string | undefined>;
  if (token !== undefined) return TOKEN.test(token) || parseApplicationLink(token) ? { token } : undefined;
  // Visitors type addresses in any case.
  const [user, cv] = [(userSlug ?? '').toLowerCase(), (cvSlug ?? '').toLowerCase()];
  if (!SLUG.test(user) || !(cv === '' || SLUG.test(cv))) return undefined;
  return { public: { userSlug: user, cvSlug: cv } };
}

/** Returns the path of the page at an address. */
export function pagePath(address: CvAddress): string {
  if ('token' in address) return `/c/${address.token}`;
  const { userSlug, cvSlug } = address.public;
  return cvSlug === '' ? `/p/${userSlug}` : `/p/${userSlug}/${cvSlug}`;
}

/**
 * Returns the current path for a request that uses a former slug of the owner. Former addresses of anonymized and protected
 * CVs show the CV or its password form themselves: the current slug may contain the owner's name.
 */
export function currentPath(request: Request, cv: CvLocation): string | undefined {
  const { userSlug } = request.params as Record<string, string | undefined>;
  const isHidden = cv.anonymized || cv.protected;
  if (userSlug === undefined || userSlug.toLowerCase() === cv.userSlug || isHidden) return undefined;
  return request.path.replace(/^\/p\/[^/]+/i, `/p/${cv.userSlug}`);
}

/**
 * Returns the path under which search engines should index a CV, or null if only its private link is known. The slugs of
 * an anonymized CV may contain the owner's name, so its pages reveal no other address than their own.
 */
export function canonicalPath(cv: CvLocation & { path: string; byLink: boolean }, anonymized: boolean): string | null {
  if (anonymized) return cv.byLink ? null : cv.path;
  if (!cv.published) return null;
  return cv.main ? `/p/${cv.userSlug}` : `/p/${cv.userSlug}/${cv.cvSlug}`;
}
