import type { Caller } from '@vitae/kit/caller';
import type { VitaeError } from '@vitae/kit/errors';
import type { ResumeDeps } from './deps.ts';
import { cvNotFound } from './errors.ts';
import { reaches } from './access.ts';
import type { CvHead, RenderedCv } from '../store.ts';

/** `knownVersion` is of the JSON that the reader has already, or "". */
export type CvRead = { caller: Caller; key: { id: number; knownVersion: string } };

/** The JSON is empty when it is still what the reader has. */
export type CvAnswer = RenderedCv & { version: string };

const STILL_KNOWN = Buffer.alloc(0);

/**
 * Each item sees the CVs of its own caller alone; what is out of date is made anew. Of what readers
 * have, only the version is looked up: one query for it and one for what has to be read whole.
 */
export function readCvs(deps: ResumeDeps) {
  const { store, renderer, clock } = deps;
  const readWhole = async (ids: number[], now: Date): Promise<RenderedCv[]> => {
    const found = ids.length === 0 ? [] : await store.cvs.findRendered(ids);
    const current = found.map((cv) => (renderer.isCurrent(cv, now) ? cv : renderAgain(deps, cv, now)));
    return (await Promise.all(current)).filter((cv) => cv !== undefined);
  };
  const readKnown = async (known: ReadonlyMap<number, string>, now: Date): Promise<RenderedCv[]> => {
    const heads = known.size === 0 ? [] : await store.cvs.findHeads([...known.keys()]);
    const isKnown = (head: CvHead) => renderer.isCurrent(head, now) && renderer.versionOf(head) === known.get(head.id);
    const changed = heads.filter((head) => !isKnown(head)).map(({ id }) => id);
    const same = heads.filter(isKnown).map((head) => ({ ...head, json: STILL_KNOWN }));
    return [...same, ...(await readWhole(changed, now))];
  };
  return async (reads: readonly CvRead[]): Promise<(CvAnswer | VitaeError)[]> => {
    const now = new Date(clock.now());
    const { known, whole } = partition(reads);
    const found = (await Promise.all([readKnown(known, now), readWhole(whole, now)])).flat();
    const byId = new Map(found.map((cv) => [cv.id, { ...cv, version: renderer.versionOf(cv) }]));
    return reads.map(({ caller, key }) => {
      const cv = byId.get(key.id);
      if (cv === undefined || !reaches(caller, cv)) return cvNotFound();
      return cv.version === key.knownVersion ? { ...cv, json: STILL_KNOWN } : cv;
    });
  };
}

/** What every reader of it has, in the same version, and what has to be read whole. */
function partition(reads: readonly CvRead[]): { known: Map<number, string>; whole: number[] } {
  const versions = new Map<number, string>();
  for (const { key } of reads) {
    const before = versions.get(key.id) ?? key.knownVersion;
    versions.set(key.id, before === key.knownVersion ? before : '');
  }
  const known = new Map([...versions].filter(([, version]) => version !== ''));
  return { known, whole: [...versions.keys()].filter((id) => !known.has(id)) };
}

async function renderAgain(
  { store, renderer }: ResumeDeps,
  { companyId, id }: RenderedCv,
  now: Date,
): Promise<RenderedCv | undefined> {
  const cv = await store.cvs.find(companyId, id);
  if (cv === undefined) return undefined;
  const rendering = renderer.render(cv, now);
  await store.cvs.saveRendering(id, cv.revision, rendering);
  return { id, companyId, userId: cv.userId, revision: cv.revision, ...rendering };
}
