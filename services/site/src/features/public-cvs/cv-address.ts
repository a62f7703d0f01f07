import type { Request } from 'express';

/** Which CV a page of the site is about. */
export type CvAddress = { public: { userSlug: string; cvSlug: string } } | { token: string };

const SLUG = /^[a-z0-9-]{1,80}$/;
const TOKEN = /^[A-Za-z0-9_-]{1,80}$/;

/** Undefined for an address that can be nobody's. */
export function cvAddressOf(request: Request): CvAddress | undefined {
  const { userSlug, cvSlug, token } = request.params as Record<string, string | undefined>;
  if (token !== undefined) return TOKEN.test(token) ? { token } : undefined;
  // People type addresses as they please.
  const [user, cv] = [(userSlug ?? '').toLowerCase(), (cvSlug ?? '').toLowerCase()];
  if (!SLUG.test(user) || !(cv === '' || SLUG.test(cv))) return undefined;
  return { public: { userSlug: user, cvSlug: cv } };
}

/** The path of the page at an address. */
export function pagePath(address: CvAddress): string {
  if ('token' in address) return `/c/${address.token}`;
  const { userSlug, cvSlug } = address.public;
  return cvSlug === '' ? `/p/${userSlug}` : `/p/${userSlug}/${cvSlug}`;
}
