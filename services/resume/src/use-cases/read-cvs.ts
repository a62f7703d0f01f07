import type { Caller } from '@vitae/kit/caller';
import type { VitaeError } from '@vitae/kit/errors';
import type { CvHead, CvKeys, RenderedCv } from '../store.ts';
import { canAccess, companiesOf } from './access.ts';
import type { ResumeDeps } from './deps.ts';
import { cvNotFound } from './errors.ts';

/** `knownVersion` is the version of the JSON that the reader has cached, or "". */
export type CvRead = { caller: Caller; key: { id: number; knownVersion: string } };

/** The JSON is empty if the reader has the current version. */
export type VersionedCv = RenderedCv & { version: string };

const UNCHANGED = Buffer.alloc(0);

/**
 * Reads CVs for several callers with at most two queries: one for the versions of CVs that readers
 * have cached, and one for the JSON of the other CVs. Outdated renderings are replaced.
 */
export function readCvs(deps: ResumeDeps) {
  const { store, renderer, clock } = deps;
  const readJson = async (keys: CvKeys, now: Date): Promise<RenderedCv[]> => {
    const stored = keys.ids.length === 0 ? [] : await store.cvs.findRendered(keys);
    const current = stored.map((cv) => (renderer.isCurrent(cv, now) ? cv : updateRendering(deps, cv, now)));
    return (await Promise.all(current)).filter((cv) => cv !== undefined);
  };
  const readIfChanged = async (
    companyIds: readonly number[],
    versions: ReadonlyMap<number, string>,
    now: Date,
  ): Promise<RenderedCv[]> => {
    const heads = versions.size === 0 ? [] : await store.cvs.findHeads({ companyIds, ids: [...versions.keys()] });
    const isUnchanged = (head: CvHead) =>
      renderer.isCurrent(head, now) && renderer.versionOf(head) === versions.get(head.id);
    const unchanged = heads.filter(isUnchanged).map((head) => ({ ...head, json: UNCHANGED }));
    const ids = heads.filter((head) => !isUnchanged(head)).map(({ id }) => id);
    return [...unchanged, ...(await readJson({ companyIds, ids }, now))];
  };
  return async (reads: readonly CvRead[]): Promise<(VersionedCv | VitaeError)[]> => {
    const now = new Date(clock.now());
    const companyIds = companiesOf(reads);
    const { knownVersions, otherIds: ids } = partition(reads);
    const cvs = (
      await Promise.all([readIfChanged(companyIds, knownVersions, now), readJson({ companyIds, ids }, now)])
    ).flat();
    const byId = new Map(cvs.map((cv) => [cv.id, { ...cv, version: renderer.versionOf(cv) }]));
    return reads.map(({ caller, key }) => {
      const cv = byId.get(key.id);
      if (cv === undefined || !canAccess(caller, cv)) return cvNotFound();
      return cv.version === key.knownVersion ? { ...cv, json: UNCHANGED } : cv;
    });
  };
}

/** Separates the CVs that all their readers have cached in the same version from the other CVs. */
function partition(reads: readonly CvRead[]): { knownVersions: Map<number, string>; otherIds: number[] } {
  const versions = new Map<number, string>();
  for (const { key } of reads) {
    const previous = versions.get(key.id) ?? key.knownVersion;
    versions.set(key.id, previous === key.knownVersion ? previous : '');
  }
  const knownVersions = new Map([...versions].filter(([, version]) => version !== ''));
  return { knownVersions, otherIds: [...versions.keys()].filter((id) => !knownVersions.has(id)) };
}

async function updateRendering(
  { store, renderer }: ResumeDeps,
  key: RenderedCv,
  now: Date,
): Promise<RenderedCv | undefined> {
  const { companyId, id } = key;
  const cv = await store.cvs.find(companyId, id);
  if (cv === undefined) return undefined;
  const rendering = renderer.render(cv, now);
  await store.cvs.saveRendering(key, cv.revision, rendering);
  return { id, companyId, userId: cv.userId, revision: cv.revision, ...rendering };
}
