import { createHash } from 'node:crypto';
import type { Caller } from '@vitae/kit/caller';
import type { ResumeSections } from '@vitae/proto/export-source';
import { completionOf } from '../cv/completion.ts';
import { type CvContent, contentFields } from '../cv/content.ts';
import { cvDataOf } from '../cv/public-json.ts';
import type { CvVersion, CvVersionHead, PublicDocument, StoredCv } from '../model.ts';
import { pictureNameOf } from '../pictures/picture-path.ts';
import type { ResumeStore } from '../store.ts';
import { findCv } from './access.ts';
import type { ResumeDeps } from './deps.ts';
import { requireRevision, versionNotFound } from './errors.ts';
import { saveSections, sectionsOf } from './resume-sections.ts';
import { saveCv } from './save-cv.ts';

/** Each version can be as large as a request body. */
const MAX_VERSIONS = 20;

type VersionOptions = {
  /** See CvVersion. */
  undoneTo?: number;
  /** Replaces the version of the content before the change. */
  continues?: boolean;
  /** Replaces the sections that CV data does not have. */
  sections?: ResumeSections | undefined;
};

/** Stores a changed CV as `saveCv` does, and keeps the content before and after the change if it differs. */
export async function saveVersion(
  deps: Pick<ResumeDeps, 'renderer' | 'clock' | 'newToken'>,
  store: ResumeStore,
  stored: StoredCv,
  changes: Partial<StoredCv>,
  { undoneTo, continues = false, sections }: VersionOptions = {},
): Promise<PublicDocument> {
  const imported = await store.imports.find(stored);
  const document = await saveCv(deps, store, stored, changes);
  if (sections) await saveSections(store, stored, imported, sections);
  const storedSections = sectionsOf(imported);
  const before = versionOf(stored, storedSections, stored.updatedAt);
  const changed = { ...stored, ...changes, revision: document.revision };
  const after = {
    ...versionOf(changed, sections ?? storedSections, new Date(deps.clock.now())),
    undoneTo: undoneTo ?? null,
  };
  if (before.digest === after.digest) return document;
  const versions = await store.versions.list(stored);
  const isStored = versions[0]?.digest === before.digest || versions[0]?.revision === before.revision;
  const added = isStored ? [after] : [after, before];
  if (continues && versions[0]?.revision === before.revision) await store.versions.remove(stored, before.revision);
  for (const version of added) await store.versions.insert(stored, version);
  const outdated = [...added, ...versions][MAX_VERSIONS];
  if (outdated) await store.versions.removeUpTo(stored, outdated.revision);
  return document;
}

export type ListedVersion = Pick<CvVersionHead, 'revision' | 'at' | 'title'> & { current: boolean };

/** Lists the versions of a CV, the newest first. */
export function listCvVersions({ store }: ResumeDeps) {
  return async (caller: Caller, id: number): Promise<ListedVersion[]> => {
    const cv = await findCv(store, caller, id);
    const { digest } = versionOf(cv, sectionsOf(await store.imports.find(cv)), cv.updatedAt);
    const isCurrent = (version: CvVersionHead, index: number) => index === 0 && version.digest === digest;
    return (await store.versions.list(cv)).map((version, index) => {
      const { revision, at, title } = version;
      return { revision, at, title, current: isCurrent(version, index) };
    });
  };
}

/**
 * Returns the public JSON that a CV would have if a version was restored, with the revision of the version. It also has the
 * sections that CV data does not have (`resumeSections`).
 */
export function getCvVersion({ store, siteUrl, clock }: ResumeDeps) {
  return async (caller: Caller, id: number, revision: number): Promise<PublicDocument> => {
    const cv = await findCv(store, caller, id);
    const version = await store.versions.find(cv, revision);
    if (!version) throw versionNotFound();
    const restored = { ...cv, ...contentOf(version, cv) };
    const data = cvDataOf(restored, siteUrl, new Date(clock.now()));
    const sections = version.sections ?? sectionsOf(await store.imports.find(cv));
    return { id, revision, json: JSON.stringify({ ...data, resumeSections: sections }) };
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
      return saveVersion(deps, tx, cv, contentOf(version, cv), options);
    });
}

/** The version whose content the CV had before its last change. Skips changes that were undone. */
function revisionBefore(
  cv: StoredCv,
  sections: ResumeSections,
  versions: readonly CvVersionHead[],
): number | undefined {
  const { digest } = versionOf(cv, sections, cv.updatedAt);
  const [newest] = versions;
  // The company API changed the CV since.
  if (newest?.digest !== digest) return newest?.revision;
  const undone = new Map(versions.map(({ revision, undoneTo }) => [revision, undoneTo]));
  let position = newest.revision;
  for (let earlier = undone.get(position); earlier != null; earlier = undone.get(position)) position = earlier;
  return versions.find((version) => version.revision < position && version.digest !== digest)?.revision;
}

/** The fields of a CV that a version restores. Pictures that were removed since are omitted, because they are erased. */
function contentOf(version: CvVersion, cv: StoredCv): Pick<StoredCv, 'content' | 'culture' | 'completion'> {
  const { culture } = version;
  const logos = new Set(cv.content.experiences.experience.map(({ logo }) => logo));
  const experience = version.content.experiences.experience.map((item) => {
    const isErased = pictureNameOf(item.logo) !== undefined && !logos.has(item.logo);
    return isErased ? { ...item, logo: null } : item;
  });
  const paths = new Set(cv.content.portfolios.portfolio.map(({ path }) => path));
  const portfolio = version.content.portfolios.portfolio.map((item) => {
    const isErased = pictureNameOf(item.path) !== undefined && !paths.has(item.path);
    return isErased ? { ...item, path: '' } : item;
  });
  const content = { ...version.content, experiences: { experience }, portfolios: { portfolio } };
  return { content, culture, completion: completionOf(content) };
}

/** The content in the order of the public JSON, so that equal content has equal digests. */
function versionOf(cv: StoredCv, sections: ResumeSections, at: Date): CvVersion {
  const data = cvDataOf(cv, '', at);
  const content = Object.fromEntries(contentFields.map((field) => [field, data[field]])) as CvContent;
  const { revision, culture } = cv;
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
    content,
    sections,
  };
}
