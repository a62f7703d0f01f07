import type { StoredCv } from '../model.ts';

type Addressed = Pick<StoredCv, 'userSlug' | 'slug' | 'main' | 'token' | 'published' | 'protected'>;

/** The page of a CV. The main CV is at its owner's address. */
export function cvUrl(siteUrl: string, cv: Addressed): string {
  return cv.main ? `${siteUrl}/p/${cv.userSlug}` : `${siteUrl}/p/${cv.userSlug}/${cv.slug}`;
}

/** The page of a published CV, otherwise "". */
export function publicUrl(siteUrl: string, cv: Addressed): string {
  return cv.published ? cvUrl(siteUrl, cv) : '';
}

export function privateUrl(siteUrl: string, cv: Pick<StoredCv, 'token'>): string {
  return `${siteUrl}/c/${cv.token}`;
}

/** An exported file at the private link; null for a protected CV, because the link would bypass its password. */
export function printableUrl(siteUrl: string, cv: Addressed, format: 'pdf' | 'odt' | 'doc'): string | null {
  return cv.protected ? null : `${privateUrl(siteUrl, cv)}/export?format=${format}`;
}
