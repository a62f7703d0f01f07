import type { StoredCv } from '../model.ts';

type Addressed = Pick<StoredCv, 'userSlug' | 'slug' | 'main' | 'token' | 'published' | 'protected'>;

/** Where the site shows a CV; the main one at its owner's own address. */
export function cvUrl(siteUrl: string, cv: Addressed): string {
  return cv.main ? `${siteUrl}/p/${cv.userSlug}` : `${siteUrl}/p/${cv.userSlug}/${cv.slug}`;
}

/** "" while the CV is not published. */
export function publicUrl(siteUrl: string, cv: Addressed): string {
  return cv.published ? cvUrl(siteUrl, cv) : '';
}

export function privateUrl(siteUrl: string, cv: Addressed): string {
  return `${siteUrl}/c/${cv.token}`;
}

/** A file of the CV by its unguessable link; none for a CV that asks visitors for a password. */
export function printableUrl(siteUrl: string, cv: Addressed, format: 'pdf' | 'odt' | 'doc'): string | null {
  return cv.protected ? null : `${privateUrl(siteUrl, cv)}/export?format=${format}`;
}
