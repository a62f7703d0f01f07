import type { CvLocation } from '@vitae/proto/gen/cv/resume/v1/CvLocation';
import type { ShownCv } from './find-cv.ts';

/**
 * The path that search engines should know a CV by; null where only the private link is known. The
 * slugs of an anonymised CV may hold its owner's name, so no page of it tells more of them than its
 * own address did.
 */
export function canonicalPath(cv: ShownCv, anonymized: boolean): string | null {
  if (anonymized) return cv.byLink ? null : cv.path;
  return cv.published ? publicPath(cv) : null;
}

function publicPath({ userSlug, cvSlug, main }: CvLocation): string {
  return main ? `/p/${userSlug}` : `/p/${userSlug}/${cvSlug}`;
}
