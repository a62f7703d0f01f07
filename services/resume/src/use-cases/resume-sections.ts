import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '@vitae/kit/caller';
import type { ResumeSections } from '@vitae/proto/export-source';
import { emptyImport } from '../json-resume/export.ts';
import { resumeSections } from '../json-resume/sections.ts';
import { withSections } from '../json-resume/write-sections.ts';
import { displayNameOf, type PublicDocument, type StoredCv } from '../model.ts';
import type { ResumeStore, StoredImport } from '../store.ts';
import { findCv } from './access.ts';
import type { ResumeDeps } from './deps.ts';
import { userNotFound } from './errors.ts';

/** Returns the sections that CV data does not have. They can be newer than the revision, but never older. */
export function getResumeSections({ store }: ResumeDeps) {
  return async (caller: Caller, id: number): Promise<PublicDocument> => {
    const cv = await findCv(store, caller, id);
    return { id, revision: cv.revision, json: JSON.stringify(sectionsOf(await store.imports.find(cv))) };
  };
}

export function sectionsOf(imported: StoredImport | undefined): ResumeSections {
  return resumeSections(imported?.document ?? {});
}

/** Stores the sections of a CV if they differ. A CV that was not imported gets an import record. */
export async function saveSections(
  store: Pick<ResumeStore, 'imports' | 'users'>,
  cv: StoredCv,
  imported: StoredImport | undefined,
  sections: ResumeSections,
): Promise<void> {
  if (isDeepStrictEqual(sectionsOf(imported), sections)) return;
  if (imported) return store.imports.setDocument(cv, withSections(imported.document, sections));
  const owner = await store.users.find({ companyId: cv.companyId, id: cv.userId });
  if (!owner) throw userNotFound();
  const created = emptyImport(displayNameOf(owner));
  await store.imports.insert(cv, { ...created, document: withSections(created.document, sections), displayName: '' });
}
