import type { Caller } from '@vitae/kit/caller';
import type { StoredCv } from '../cv/stored-cv.ts';
import { cvNotFound } from '../missing.ts';
import { reaches } from '../reach.ts';
import type { ResumeStore } from '../store.ts';

export async function findCv(store: ResumeStore, caller: Caller, id: number): Promise<StoredCv> {
  const cv = await store.cvs.find(caller.companyId, id);
  if (cv === undefined || !reaches(caller, cv)) throw cvNotFound();
  return cv;
}
