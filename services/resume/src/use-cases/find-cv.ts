import type { Caller } from '@vitae/kit/caller';
import type { StoredCv } from '../model.ts';
import { cvNotFound } from './errors.ts';
import { reaches } from './access.ts';
import type { ResumeStore } from '../store.ts';

export async function findCv(store: ResumeStore, caller: Caller, id: number): Promise<StoredCv> {
  const cv = await store.cvs.find(caller.companyId, id);
  if (cv === undefined || !reaches(caller, cv)) throw cvNotFound();
  return cv;
}
