import type { Caller } from '@vitae/kit/caller';
import type { VitaeError } from '@vitae/kit/errors';
import type { ResumeDeps } from '../deps.ts';
import { cvNotFound } from '../missing.ts';
import { reaches } from '../reach.ts';
import type { RenderedCv } from '../store.ts';

export type CvRead = { caller: Caller; key: { id: number } };

/** One query for all; each item sees the CVs of its own caller alone. What is out of date is made anew. */
export function readCvs(deps: ResumeDeps) {
  return async (reads: readonly CvRead[]): Promise<(RenderedCv | VitaeError)[]> => {
    const found = await deps.store.cvs.findRendered([...new Set(reads.map((read) => read.key.id))]);
    const now = new Date(deps.clock.now());
    const current = await Promise.all(
      found.map((cv) => (deps.renderer.isCurrent(cv, now) ? cv : renderAgain(deps, cv, now))),
    );
    const byId = new Map(current.flatMap((cv) => (cv === undefined ? [] : [[cv.id, cv]])));
    return reads.map(({ caller, key }) => {
      const cv = byId.get(key.id);
      return cv !== undefined && reaches(caller, cv) ? cv : cvNotFound();
    });
  };
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
