import { createHash } from 'node:crypto';
import type { Caller } from '@vitae/kit/caller';
import type { ResumeSections } from '@vitae/proto/export-source';
import { completionOf } from '../cv/completion.ts';
import { type CvContent, contentFields } from '../cv/content.ts';
import { cvDataOf } from '../cv/public-json.ts';
import type { CvVersion, CvVersionHead, PublicDocument, StoredCv } from '../model.ts';
import { picturesOf, withoutMissing } from '../pictures/pictures-of.ts';
import type { ResumeStore } from '../store.ts';
import { findCv } from './access.ts';
import type { ResumeDeps } from './deps.ts';
import { requireRevision, versionNotFound } from './errors.ts';
import { saveSections, sectionsOf } from './resume-sections.ts';
import { formerPictures, unusedPictures, writeCv } from './save-cv.ts';

/** Each version can be as large as a request body. */
const MAX_VERSIONS = 20;
/** Pictures that only earlier versions have. */
const MAX_FORMER_PICTURES = 100;

type VersionOptions = {
  /** See CvVersion. */
  undoneTo?: number;
  /** Replaces the version of the content before the change. */
  continues?: boolean;
  /** Replaces the sections that CV data does not have. */
  sections?: ResumeSections | undefined;
};

/**
 * Stores a changed CV as `writeCv` does, and keeps the content before and after the change if it differs. Erases the
 * pictures that neither the CV nor a version has anymore, and those of the oldest versions if there are too many.
 */
export async function saveVersion(
  deps: Pick<ResumeDeps, 'renderer' | 'clock' | 'newToken'>,
  store: ResumeStore,
  stored: StoredCv,
  changes: Partial<StoredCv>,
  { undoneTo, continues = false, sections }: VersionOptions = {},
): Promise<PublicDocument> {
  const imported = await store.imports.find(stored);
  const document = await writeCv(deps, store, stored, changes);
  if (sections) await saveSections(store, stored, imported, sections);
  const storedSections = sectionsOf(imported);
  const before = versionOf(stored, storedSections, stored.updatedAt);
  const changed = { ...stored, ...changes, revision: document.revision };
  const after = {
    ...versionOf(changed, sections ?? storedSections, new Date(deps.clock.now())),
    undoneTo: undoneTo ?? null,
  };
  if (isSame(before, after)) return document;
  const { kept, removed } = await addVersions(store, changed, before, after, continues);
  const unused = unusedPictures(formerPictures(changed, [...picturesOf(stored), ...removed]), kept);
  await store.pictures.remove(changed.id, [...unused, ...excessPictures(changed, kept)]);
  return document;
}

type Pictures = { pictures: string[] };

/** Stores the versions before and after a change. Returns the stored ones, and the pictures of those that it removed. */
async function addVersions(
  { versions }: Pick<ResumeStore, 'versions'>,
  cv: StoredCv,
  before: CvVersion,
  after: CvVersion,
  continues: boolean,
): Promise<{ kept: Pictures[]; removed: string[] }> {
  const stored = await versions.list(cv);
  const [newest] = stored;
  const isNewest = newest?.revision === before.revision;
  const isStored = newest?.photo !== undefined && (isNewest || isSame(newest, before));
  const isReplaced = isNewest && (continues || !isStored);
  if (isReplaced) await versions.remove(cv, before.revision);
  // Earlier releases stored no photos.
  const added =
    isStored || (isNewest && continues) ? [after] : [after, { ...before, undoneTo: isNewest ? newest.undoneTo : null }];
  for (const version of added) await versions.insert(cv, version);
  const all = [
    ...added.map((version) => ({ ...version, pictures: picturesOf(version) })),
    ...(isReplaced ? stored.slice(1) : stored),
  ];
  const outdated = all[MAX_VERSIONS];
  if (outdated) await versions.removeUpTo(cv, outdated.revision);
  const removed = [...all.slice(MAX_VERSIONS), ...(isReplaced ? [newest] : [])].flatMap(({ pictures }) => pictures);
  return { kept: all.slice(0, MAX_VERSIONS), removed };
}

/** Pictures over the limit, of the oldest versions. Those of the version before the last change stay: it can be undone. */
function excessPictures(cv: StoredCv, versions: readonly Pictures[]): string[] {
  const undoable = formerPicturesOf(cv, versions.slice(0, 2));
  return formerPicturesOf(cv, versions).slice(Math.max(MAX_FORMER_PICTURES, undoable.length));
}

/** The pictures of versions that the CV no longer has, those of the newest versions first. */
function formerPicturesOf(cv: StoredCv, versions: readonly Pictures[]): string[] {
  return formerPictures(
    cv,
    versions.flatMap(({ pictures }) => pictures),
  );
}

export type ListedVersion = Pick<CvVersionHead, 'revision' | 'at' | 'title'> & { current: boolean };

/** Lists the versions of a CV, the newest first, and the names of the stored pictures that the CV no longer has. */
export function listCvVersions({ store }: ResumeDeps) {
  return async (caller: Caller, id: number): Promise<{ versions: ListedVersion[]; pictures: string[] }> => {
    const cv = await findCv(store, caller, id);
    const current = versionOf(cv, sectionsOf(await store.imports.find(cv)), cv.updatedAt);
    const isCurrent = (version: CvVersionHead, index: number) => index === 0 && isSame(version, current);
    const stored = await store.versions.list(cv);
    const existing = await store.pictures.findExisting(id, formerPicturesOf(cv, stored));
    return {
      versions: stored.map((version, index) => {
        const { revision, at, title } = version;
        return { revision, at, title, current: isCurrent(version, index) };
      }),
      pictures: [...existing],
    };
  };
}

/**
 * Returns the public JSON that a CV would have if a version was restored, with the revision of the version. It also has the
 * sections that CV data does not have (`resumeSections`), and what happens to the photo if it changes (`photoChange`).
 */
export function getCvVersion({ store, siteUrl, clock }: ResumeDeps) {
  return async (caller: Caller, id: number, revision: number): Promise<PublicDocument> => {
    const cv = await findCv(store, caller, id);
    const version = await store.versions.find(cv, revision);
    if (!version) throw versionNotFound();
    const restored = { ...cv, ...(await contentOf(store, version, cv)) };
    const data = cvDataOf(restored, siteUrl, new Date(clock.now()));
    const sections = version.sections ?? sectionsOf(await store.imports.find(cv));
    return { id, revision, json: JSON.stringify({ ...data, resumeSections: sections, ...photoChange(cv, restored) }) };
  };
}

/** `revision` is 0 to undo the last change that was not undone. `ifRevision` is 0 to accept any revision. */
export type RestoreVersionCommand = { id: number; revision: number; ifRevision: number };

/**
 * Restores the content of a version. Items keep the ids that they had in the version.
 * @throws {VitaeError} NOT_FOUND version_not_found if there is no such version, or nothing to undo
 */
export function restoreCvVersion(deps: ResumeDeps) {
  return (caller: Caller, { id, revision, ifRevision }: RestoreVersionCommand): Promise<PublicDocument> =>
    deps.store.transaction(async (tx) => {
      const cv = await findCv(tx, caller, id);
      requireRevision(cv.revision, ifRevision, 'CV');
      const isUndo = revision === 0;
      const source = isUndo
        ? revisionBefore(cv, sectionsOf(await tx.imports.find(cv)), await tx.versions.list(cv))
        : revision;
      const version = source === undefined ? undefined : await tx.versions.find(cv, source);
      if (!version) throw versionNotFound();
      const { sections } = version;
      const options = isUndo ? { sections, undoneTo: version.revision } : { sections };
      return saveVersion(deps, tx, cv, await contentOf(tx, version, cv), options);
    });
}

/** The version whose content the CV had before its last change. Skips changes that were undone. */
function revisionBefore(
  cv: StoredCv,
  sections: ResumeSections,
  versions: readonly CvVersionHead[],
): number | undefined {
  const current = versionOf(cv, sections, cv.updatedAt);
  const [newest] = versions;
  // The company API changed the CV since.
  if (!newest || !isSame(newest, current)) return newest?.revision;
  const undone = new Map(versions.map(({ revision, undoneTo }) => [revision, undoneTo]));
  let position = newest.revision;
  for (let earlier = undone.get(position); earlier != null; earlier = undone.get(position)) position = earlier;
  return versions.find((version) => version.revision < position && !isSame(version, current))?.revision;
}

/** The fields of a CV that a version restores. Erased pictures are omitted. Versions of release 0.2.0 have no photo. */
async function contentOf(
  { pictures }: Pick<ResumeStore, 'pictures'>,
  version: CvVersion,
  cv: StoredCv,
): Promise<Pick<StoredCv, 'content' | 'culture' | 'completion' | 'photo'>> {
  const { culture, photo = cv.photo } = version;
  const existing = await pictures.findExisting(cv.id, picturesOf({ ...version, photo }));
  const content = withoutMissing(version.content, existing);
  return {
    content,
    culture,
    completion: completionOf(content),
    photo: photo !== null && existing.has(photo) ? photo : null,
  };
}

function photoChange({ photo: before }: StoredCv, { photo: after }: StoredCv) {
  if (before === after) return {};
  return { photoChange: before === null ? 'added' : after === null ? 'removed' : 'changed' };
}

/** Versions of earlier releases have no photo. */
function isSame(one: CvVersionHead, other: CvVersionHead): boolean {
  const isSamePhoto = one.photo === undefined || other.photo === undefined || one.photo === other.photo;
  return isSamePhoto && one.digest === other.digest;
}

/** The content in the order of the public JSON, so that equal content has equal digests. */
function versionOf(cv: StoredCv, sections: ResumeSections, at: Date): CvVersion {
  const data = cvDataOf(cv, '', at);
  const content = Object.fromEntries(contentFields.map((field) => [field, data[field]])) as CvContent;
  const { revision, culture, photo } = cv;
  const hasEntries = Object.values(sections).some((entries) => entries.length > 0);
  const digest = createHash('sha256')
    .update(JSON.stringify([culture, content, ...(hasEntries ? [sections] : [])]))
    .digest('hex');
  return {
    revision,
    at,
    title: content.title,
    digest,
    undoneTo: null,
    culture,
    photo,
    content,
    sections,
  };
}
