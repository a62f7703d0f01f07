import type { Caller } from '@vitae/kit/caller';
import type { VitaeError } from '@vitae/kit/errors';
import type { CvData } from '@vitae/proto/cv-data';
import type { ExportSource, SourcePicture } from '@vitae/proto/export-source';
import { anonymizeSource } from '../anonymize/anonymize-source.ts';
import { emptyImport, writeResume } from '../json-resume/export.ts';
import { withPhoto } from '../json-resume/photo.ts';
import { isObject, type JsonObject } from '../json-resume/report.ts';
import { resumeSections } from '../json-resume/sections.ts';
import { displayNameOf, type StoredCv, type StoredUser } from '../model.ts';
import { logoPath, pictureNameOf } from '../pictures/picture-path.ts';
import type { ExportHead, PictureWithContent, ResumeStore, StoredImport } from '../store.ts';
import { canAccess, companiesOf, findCv } from './access.ts';
import type { ResumeDeps } from './deps.ts';
import { cvNotFound, userNotFound } from './errors.ts';
import { findWithoutContent } from './find-without-content.ts';

type SourceOptions = { withoutPictures?: boolean; withIdentity?: boolean };
export type CvExportSource = { cv: ExportHead; source: ExportSource };
type Pictures = Pick<ExportSource, 'photo' | 'logos'>;
const noPictures: Pictures = { photo: null, logos: {} };

/** Limits the size of an export source. Further logos are omitted. */
const MAX_LOGO_BYTES = 8 * 1024 * 1024;

/** Reads the fields that determine the address of an export. Finding a stored export needs no more. */
export function readExportHeads({ store }: Pick<ResumeDeps, 'store'>) {
  return async (reads: readonly { caller: Caller; id: number }[]): Promise<(ExportHead | VitaeError)[]> => {
    const ids = [...new Set(reads.map(({ id }) => id))];
    const heads = await store.cvs.findExportHeads({ companyIds: companiesOf(reads), ids });
    const byId = new Map(heads.map((head) => [head.id, head]));
    return reads.map(({ caller, id }) => {
      const head = byId.get(id);
      return head && canAccess(caller, head) ? head : cvNotFound();
    });
  };
}

/**
 * Reads the data that exports of a CV are rendered from, without the owner's identity for an anonymized CV. A page loads
 * pictures by their addresses, so it needs to know only which exist: `withoutPictures` omits their bytes. `withIdentity`
 * keeps the identity, for the owner only.
 */
export function getExportSource({ store, renderer, clock }: ResumeDeps) {
  return async (caller: Caller, id: number, options: SourceOptions = {}): Promise<CvExportSource> => {
    const cv = await findCv(store, caller, id);
    const isAnonymous = cv.anonymized && !(options.withIdentity && caller.userId === cv.userId);
    const [owner, imported, pictures] = await Promise.all([
      store.users.find({ companyId: cv.companyId, id: cv.userId }),
      store.imports.find(cv),
      isAnonymous ? noPictures : readPictures(store, cv, options.withoutPictures ?? false),
    ]);
    if (owner === undefined) throw userNotFound();
    const data = JSON.parse(renderer.render(cv, new Date(clock.now())).json.toString()) as CvData;
    const source = exportSource(cv, data, owner, imported, pictures);
    return { cv, source: isAnonymous ? anonymizeSource(source) : source };
  };
}

function exportSource(
  cv: StoredCv,
  data: CvData,
  owner: StoredUser,
  imported: StoredImport | undefined,
  pictures: Pictures,
): ExportSource {
  const { firstname, lastname, email, phone, slug } = owner;
  const displayName = shownName(owner, imported);
  const named = resumeOf(cv, owner, imported);
  const resume = pictures.photo?.base64 ? withPhoto(named, pictures.photo) : named;
  return {
    cv: data,
    culture: cv.culture,
    anonymized: cv.anonymized,
    displayName,
    owner: { firstname, lastname, email, phone, slug },
    printDisplay: cv.display.print,
    ...(cv.display.maxPages === undefined ? {} : { maxPages: cv.display.maxPages }),
    ...(cv.display.language === undefined ? {} : { language: cv.display.language }),
    ...(cv.display.sectionOrder === undefined ? {} : { sectionOrder: cv.display.sectionOrder }),
    webDisplay: cv.display.web,
    ...(cv.linkPreview.name && cv.linkPreview.photo ? {} : { linkPreview: cv.linkPreview }),
    ...pictures,
    sections: resumeSections(resume),
    resume,
  };
}

/** The CV as JSON Resume, without its photo. */
export function resumeOf({ content }: StoredCv, owner: StoredUser, imported: StoredImport | undefined): JsonObject {
  const displayName = shownName(owner, imported);
  const written = writeResume(content, imported ?? emptyImport(displayName));
  // The imported name is null after the owner was renamed, and empty if the file had none.
  return imported && !imported.displayName ? withName(written, displayName) : written;
}

const shownName = (owner: StoredUser, imported: StoredImport | undefined) =>
  imported?.displayName || displayNameOf(owner);

function withName(resume: JsonObject, name: string): JsonObject {
  const { basics = {} } = resume;
  return isObject(basics) ? { ...resume, basics: { ...basics, name } } : resume;
}

async function readPictures(
  { pictures }: Pick<ResumeStore, 'pictures'>,
  cv: StoredCv,
  withoutBytes: boolean,
): Promise<Pictures> {
  const read = (name: string): Promise<PictureWithContent | undefined> =>
    withoutBytes ? findWithoutContent(pictures, name) : pictures.read(name);
  const photo = cv.photo === null ? undefined : await read(cv.photo);
  const { experiences, portfolios } = cv.content;
  const paths = [...experiences.experience.map(({ logo }) => logo), ...portfolios.portfolio.map(({ path }) => path)];
  const names = paths.flatMap((path) => pictureNameOf(path) ?? []);
  const logos: Record<string, SourcePicture> = {};
  let remainingBytes = MAX_LOGO_BYTES;
  for (const name of new Set(names)) {
    const logo = await read(name);
    if (logo?.cvId !== cv.id || logo.size > remainingBytes) continue;
    remainingBytes -= logo.size;
    logos[logoPath(name)] = sourcePicture(logo);
  }
  return { photo: photo ? sourcePicture(photo) : null, logos };
}

function sourcePicture({ contentType, content }: PictureWithContent): SourcePicture {
  return { contentType, base64: content.toString('base64') };
}
