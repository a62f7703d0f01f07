import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RenderedCvPage } from '@vitae/document/pages/cv-page';
import type { Clock } from '@vitae/kit/clock';
import { LRUCache } from 'lru-cache';
import { entityTagOf } from './cv-page-headers.ts';
import type { ShownCv } from './find-cv.ts';

type RenderedPage = Pick<RenderedCvPage, 'styles'> & { html: Buffer; entityTag: string };

type PageCacheDependencies = {
  /** Renders a page from the current CV, whose revision may differ from the requested one. */
  render(cv: ShownCv, requestId: string): Promise<RenderedCvPage & { revision: number }>;
  clock: Clock;
};

const MAX_BYTES = 32 * 1024 * 1024;
const DAY_MS = 86_400_000;

/**
 * Returns the page of a CV, from memory unless the CV changed. The caller looks up the CV for each request, so a page of
 * an unpublished or deleted CV is never found here. Pages of unpublished, protected and anonymized CVs are not stored.
 * Those of published CVs are stored for each address, also for private links: they lead to files under the same address.
 * The caller also checks the access of an application for each request.
 */
export function createPageCache({
  render,
  clock,
}: PageCacheDependencies): (cv: ShownCv, requestId: string) => Promise<RenderedPage> {
  const pages = new LRUCache<string, RenderedPage>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ html }) => html.length,
  });
  return async (cv, requestId) => {
    const isPublic = cv.published && !cv.protected && !cv.anonymized;
    // Pages also show what depends on the date, such as ages.
    const key = JSON.stringify([Math.floor(clock.now() / DAY_MS), cv]);
    const known = isPublic ? pages.get(key) : undefined;
    if (known) return known;
    const { revision, ...page } = await render(cv, requestId);
    await nextTurn();
    // Bytes need no encoding for each response, which takes long for a large page.
    const html = Buffer.from(page.html);
    await nextTurn();
    const rendered = { styles: page.styles, html, entityTag: entityTagOf(html) };
    if (isPublic && revision === cv.revision) pages.set(key, rendered);
    return rendered;
  };
}
