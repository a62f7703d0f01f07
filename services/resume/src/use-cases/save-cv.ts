import type { PublicDocument, StoredCv } from '../model.ts';
import { picturesOf, type WithPictures } from '../pictures/pictures-of.ts';
import type { ResumeStore } from '../store.ts';
import type { ResumeDeps } from './deps.ts';
import { revisionConflict } from './errors.ts';

type SaveDeps = Pick<ResumeDeps, 'renderer' | 'clock' | 'newToken'>;

/** Stores a changed CV as `writeCv` does, and erases the pictures that neither the CV nor a version has anymore. */
export async function saveCv(
  deps: SaveDeps,
  store: ResumeStore,
  stored: StoredCv,
  changes: Partial<StoredCv>,
): Promise<PublicDocument> {
  const document = await writeCv(deps, store, stored, changes);
  const cv = { ...stored, ...changes };
  const former = formerPictures(cv, picturesOf(stored));
  if (former.length > 0) await store.pictures.remove(cv.id, unusedPictures(former, await store.versions.list(cv)));
  return document;
}

/**
 * Stores a changed CV as a new revision. Its former pictures stay. Unpublishing or protecting a CV permanently revokes its
 * private link. A concurrent change conflicts with the caller's transaction, which is then retried: `revisionConflict` is
 * only a safeguard.
 */
export async function writeCv(
  { renderer, clock, newToken }: SaveDeps,
  store: ResumeStore,
  stored: StoredCv,
  changes: Partial<StoredCv>,
): Promise<PublicDocument> {
  const changed = { ...stored, ...changes, revision: stored.revision + 1, updatedAt: new Date(clock.now()) };
  const cv = revokesPrivateLink(stored, changed) ? { ...changed, token: newToken() } : changed;
  const rendering = renderer.render(cv, cv.updatedAt);
  if (!(await store.cvs.replaceIfUnchanged(cv, rendering))) throw revisionConflict('CV');
  return { id: cv.id, revision: cv.revision, json: rendering.json.toString() };
}

function revokesPrivateLink(before: StoredCv, after: StoredCv): boolean {
  return (before.published && !after.published) || (!before.protected && after.protected);
}

/** Those of the pictures that the CV does not have, each once. */
export function formerPictures(cv: WithPictures, names: readonly string[]): string[] {
  const current = new Set(picturesOf(cv));
  return [...new Set(names)].filter((name) => !current.has(name));
}

/**
 * Those of the pictures that no version has. Versions change only in transactions that write the CV, so none can get or
 * lose a picture at the same time.
 */
export function unusedPictures(names: readonly string[], versions: readonly { pictures: string[] }[]): string[] {
  const used = new Set(versions.flatMap(({ pictures }) => pictures));
  return names.filter((name) => !used.has(name));
}
