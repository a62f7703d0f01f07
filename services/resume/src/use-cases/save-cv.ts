import type { PublicDocument, StoredCv } from '../model.ts';
import { pictureNameOf } from '../pictures/picture-path.ts';
import type { ResumeStore } from '../store.ts';
import type { ResumeDeps } from './deps.ts';
import { revisionConflict } from './errors.ts';

/**
 * Stores a changed CV as a new revision and removes the pictures that it no longer shows. Unpublishing
 * or protecting a CV permanently revokes its private link. A concurrent change conflicts with the caller's transaction,
 * which is then retried: `revisionConflict` is only a safeguard.
 */
export async function saveCv(
  { renderer, clock, newToken }: Pick<ResumeDeps, 'renderer' | 'clock' | 'newToken'>,
  store: ResumeStore,
  stored: StoredCv,
  changes: Partial<StoredCv>,
): Promise<PublicDocument> {
  const changed = { ...stored, ...changes, revision: stored.revision + 1, updatedAt: new Date(clock.now()) };
  const cv = revokesPrivateLink(stored, changed) ? { ...changed, token: newToken() } : changed;
  const rendering = renderer.render(cv, cv.updatedAt);
  if (!(await store.cvs.replaceIfUnchanged(cv, rendering))) throw revisionConflict('CV');
  await store.pictures.remove(cv.id, removedPictures(stored, cv));
  return { id: cv.id, revision: cv.revision, json: rendering.json.toString() };
}

function revokesPrivateLink(before: StoredCv, after: StoredCv): boolean {
  return (before.published && !after.published) || (!before.protected && after.protected);
}

function removedPictures(before: StoredCv, after: StoredCv): string[] {
  const remaining = new Set(picturesOf(after));
  return picturesOf(before).filter((name) => !remaining.has(name));
}

function picturesOf({ photo, content }: StoredCv): string[] {
  const logos = content.experiences.experience.map(({ logo }) => pictureNameOf(logo));
  const works = content.portfolios.portfolio.map(({ path }) => pictureNameOf(path));
  return [photo ?? undefined, ...logos, ...works].filter((name) => name !== undefined);
}
