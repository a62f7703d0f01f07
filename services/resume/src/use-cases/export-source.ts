import type { Caller } from '@vitae/kit/caller';
import type { VitaeError } from '@vitae/kit/errors';
import type { CvData } from '@vitae/proto/cv-data';
import type { ExportSource } from '@vitae/proto/export-source';
import type { StoredCv } from '../model.ts';
import type { ResumeDeps } from './deps.ts';
import { anonymous } from '../anonymize/anonymize-source.ts';
import { emptyImport, writeResume } from '../json-resume/export.ts';
import { withPhoto } from '../json-resume/photo.ts';
import { isObject, type JsonObject } from '../json-resume/report.ts';
import { resumeSections } from '../json-resume/sections.ts';
import { cvNotFound, userNotFound } from './errors.ts';
import { reaches } from './access.ts';
import type { ExportHead, StoredImport } from '../store.ts';
import { displayNameOf, type StoredUser } from '../user/stored-user.ts';
import { findCv } from './find-cv.ts';
import { sourcePictures } from './source-pictures.ts';

export type FoundSource = { cv: ExportHead; source: ExportSource };

/** What the addresses of exports need: an export that is there already asks for no more. */
export function readExportHeads({ store }: Pick<ResumeDeps, 'store'>) {
  return async (reads: readonly { caller: Caller; id: number }[]): Promise<(ExportHead | VitaeError)[]> => {
    const found = await store.cvs.findExportHeads([...new Set(reads.map(({ id }) => id))]);
    const byId = new Map(found.map((cv) => [cv.id, cv]));
    return reads.map(({ caller, id }) => {
      const cv = byId.get(id);
      return cv && reaches(caller, cv) ? cv : cvNotFound();
    });
  };
}

/** What an export is made from. */
export function getExportSource({ store, renderer, clock }: ResumeDeps) {
  return async (caller: Caller, id: number): Promise<FoundSource> => {
    const cv = await findCv(store, caller, id);
    const [owner, kept, pictures] = await Promise.all([
      store.users.find({ companyId: cv.companyId, id: cv.userId }),
      store.imports.find(id),
      sourcePictures(store, cv),
    ]);
    if (owner === undefined) throw userNotFound();
    const json = JSON.parse(renderer.render(cv, new Date(clock.now())).json.toString()) as CvData;
    const source = sourceOf(cv, json, owner, kept, pictures);
    return { cv, source: cv.anonymized ? anonymous(source) : source };
  };
}

function sourceOf(
  cv: StoredCv,
  data: CvData,
  owner: StoredUser,
  kept: StoredImport | undefined,
  pictures: Pick<ExportSource, 'photo' | 'logos'>,
): ExportSource {
  const { firstname, lastname, email, phone, slug } = owner;
  const name = kept?.displayName || displayNameOf(owner);
  const written = writeResume(cv.content, kept ?? emptyImport(name));
  const named = kept?.displayName === null ? underName(written, name) : written;
  const resume = pictures.photo ? withPhoto(named, pictures.photo) : named;
  return {
    cv: data,
    culture: cv.culture,
    anonymized: cv.anonymized,
    displayName: name,
    owner: { firstname, lastname, email, phone, slug },
    printDisplay: cv.display.print,
    webDisplay: cv.display.web,
    ...pictures,
    sections: resumeSections(resume),
    resume,
  };
}

/** The imported name was good until the owner was given another. */
function underName(resume: JsonObject, name: string): JsonObject {
  return isObject(resume.basics) ? { ...resume, basics: { ...resume.basics, name } } : resume;
}
