import { createHash } from 'node:crypto';
import type { Caller } from '@vitae/kit/caller';
import { VitaeError } from '@vitae/kit/errors';
import type { PublicDocument, StoredCv, StoredPicture } from '../model.ts';
import type { EncodedPicture } from '../pictures/encode-picture.ts';
import { keepsPhoto, type PhotoAdjustment, unadjusted } from '../pictures/photo-adjustment.ts';
import { logoPath, pictureFileName } from '../pictures/picture-path.ts';
import { type PicturePlace, pictureAt, picturesOf } from '../pictures/pictures-of.ts';
import type { PictureStore, PictureWithContent, ResumeStore } from '../store.ts';
import { findCv } from './access.ts';
import { saveVersion } from './cv-versions.ts';
import { findDeletedCv } from './delete-cv.ts';
import type { ResumeDeps } from './deps.ts';
import { experienceNotFound, pictureNotFound, portfolioNotFound, requireRevision, revisionConflict } from './errors.ts';
import { findWithoutContent } from './find-without-content.ts';
import { saveCv } from './save-cv.ts';

/** Restoring a picture takes an operator hours. */
const LOST_RETRY_SECONDS = 3_600;

/** A place in the CV that has the id. */
export type PictureRef = { id: number } & PicturePlace;
/** A picture with the revision of its CV. `content` is empty after an upload, which is `unchanged` if nothing changed. */
export type CvPicture = { revision: number; picture: StoredPicture; content: Buffer; unchanged?: boolean };

/** `keepVersion` keeps the CV before and after the change as versions, with their pictures. */
type PictureChange = { picture: PictureRef; ifRevision?: number; keepVersion?: boolean };
type PictureUpload = PictureChange & {
  /** Empty to adjust the stored picture. */
  content: Uint8Array;
  adjustment?: PhotoAdjustment | null;
};

/**
 * Re-encodes an upload, or the stored picture if there is none, and replaces the previous picture with it. A result
 * with the same content creates no new revision.
 */
export function setCvPicture(deps: ResumeDeps) {
  return async (
    caller: Caller,
    { picture: ref, content, ifRevision = 0, adjustment: given, keepVersion = false }: PictureUpload,
  ): Promise<CvPicture> => {
    const adjustment = given ?? unadjusted;
    const kind = isPhoto(ref) ? 'photo' : 'logo';
    // Checks access and the revision before the upload is decoded, and again in the transaction.
    const current = await findCv(deps.store, caller, ref.id);
    requireRevision(current.revision, ifRevision, 'CV');
    currentPictureName(current, ref);
    const stored = content.length === 0 ? await readPicture(deps.store, current, ref) : undefined;
    if (stored && keepsPhoto(stored.picture, adjustment))
      return { ...stored, content: Buffer.alloc(0), unchanged: true };
    const encoded = await deps.encodePicture(kind, stored?.content ?? content, adjustment);
    return deps.store.transaction(async (tx) => {
      const cv = await findCv(tx, caller, ref.id);
      requireRevision(cv.revision, ifRevision, 'CV');
      const previousName = currentPictureName(cv, ref);
      if (stored && stored.picture.name !== previousName) throw revisionConflict('CV');
      const previous = previousName === undefined ? undefined : await tx.pictures.find(previousName);
      const picture = newPicture(deps, cv, kind, encoded);
      if (previous?.digest === picture.digest && (await tx.pictures.read(previous.name)))
        return { revision: cv.revision, picture: previous, content: Buffer.alloc(0), unchanged: true };
      await tx.pictures.insert(picture, new Date(deps.clock.now()));
      const save = keepVersion ? saveVersion : saveCv;
      const { revision } = await save(deps, tx, cv, withPicture(cv, ref, picture.name));
      return { revision, picture, content: Buffer.alloc(0) };
    });
  };
}

export function getCvPicture({ store }: ResumeDeps) {
  return async (caller: Caller, ref: PictureRef & { withoutContent?: boolean }): Promise<CvPicture> => {
    const cv = await findCv(store, caller, ref.id);
    return ownPicture(store, cv, currentPictureName(cv, ref), ref.withoutContent ? findWithoutContent : readOrFind);
  };
}

/** Reads a picture of a CV that the owner can restore. */
export function getDeletedCvPicture({ store }: ResumeDeps) {
  return async (caller: Caller, ref: PictureRef): Promise<CvPicture> =>
    readPicture(store, await findDeletedCv(store, caller, ref.id), ref);
}

/** Reads a picture that a CV or one of its versions has: others of the CV are not stored. */
export function getCvVersionPicture({ store }: ResumeDeps) {
  return async (caller: Caller, { id, name }: { id: number; name: string }): Promise<CvPicture> =>
    ownPicture(store, await findCv(store, caller, id), name);
}

const readPicture = (store: ResumeStore, cv: StoredCv, ref: PictureRef) =>
  ownPicture(store, cv, currentPictureName(cv, ref));

async function ownPicture(
  { pictures }: Pick<ResumeStore, 'pictures'>,
  cv: StoredCv,
  name: string | undefined,
  read: typeof readOrFind | typeof findWithoutContent = readOrFind,
): Promise<CvPicture> {
  const picture = name === undefined ? undefined : await read(pictures, name);
  if (picture?.cvId !== cv.id) throw pictureNotFound();
  return pictureOf(cv, picture);
}

/** Returns the picture without content if it is lost. */
const readOrFind = async (pictures: PictureStore, name: string) =>
  (await pictures.read(name)) ?? (await pictures.find(name));

/** A picture whose content is lost is unavailable until it is restored. */
function pictureOf({ revision }: StoredCv, picture: StoredPicture | PictureWithContent): CvPicture {
  if ('content' in picture) return { revision, picture, content: picture.content };
  throw new VitaeError('DATA_LOSS', 'picture_lost', 'The content of the picture is lost.', {
    status: 503,
    retryAfter: LOST_RETRY_SECONDS,
  });
}

export function removeCvPicture(deps: ResumeDeps) {
  return (
    caller: Caller,
    { picture: ref, ifRevision = 0, keepVersion = false }: PictureChange,
  ): Promise<PublicDocument> =>
    deps.store.transaction(async (tx) => {
      const cv = await findCv(tx, caller, ref.id);
      requireRevision(cv.revision, ifRevision, 'CV');
      if (currentPictureName(cv, ref) === undefined) throw pictureNotFound();
      const save = keepVersion ? saveVersion : saveCv;
      return save(deps, tx, cv, withPicture(cv, ref, null));
    });
}

/**
 * Reads a logo by its unguessable name, without access checks, because integrators show logos too.
 * Logos of unpublished CVs are available. Those of anonymized CVs and those that only a version has are not.
 */
export function getPublicPicture({ store }: ResumeDeps) {
  return async (name: string): Promise<CvPicture> => {
    const picture = await readOrFind(store.pictures, name);
    if (picture?.kind !== 'logo') throw pictureNotFound();
    const cv = await store.cvs.find(picture.companyId, picture.cvId);
    if (cv === undefined || cv.anonymized || !picturesOf(cv).includes(name)) throw pictureNotFound();
    return pictureOf(cv, picture);
  };
}

export function newPicture(
  { newToken }: Pick<ResumeDeps, 'newToken'>,
  { id: cvId, companyId, userId }: Pick<StoredCv, 'id' | 'companyId' | 'userId'>,
  kind: StoredPicture['kind'],
  { contentType, width, height, content }: EncodedPicture,
): PictureWithContent {
  const name = pictureFileName(newToken(), contentType);
  const digest = createHash('sha256').update(content).digest('hex');
  return { name, companyId, userId, cvId, kind, contentType, width, height, size: content.length, digest, content };
}

const isPhoto = (ref: PictureRef) => 'experienceId' in ref && ref.experienceId === 0;

/** The name of the picture that a CV shows; undefined if there is none. */
function currentPictureName(cv: StoredCv, ref: PictureRef): string | undefined {
  const { portfolios, experiences } = cv.content;
  if ('portfolioId' in ref) {
    if (!portfolios.portfolio.some(({ id }) => id === ref.portfolioId)) throw portfolioNotFound();
  } else if (!isPhoto(ref) && !experiences.experience.some(({ id }) => id === ref.experienceId))
    throw experienceNotFound();
  return pictureAt(cv, ref);
}

function withPicture(cv: StoredCv, ref: PictureRef, name: string | null): Partial<StoredCv> {
  if (isPhoto(ref)) return { photo: name };
  const logo = name === null ? null : logoPath(name);
  if ('portfolioId' in ref) {
    const portfolio = cv.content.portfolios.portfolio.map((item) =>
      item.id === ref.portfolioId ? { ...item, path: logo ?? '' } : item,
    );
    return { content: { ...cv.content, portfolios: { portfolio } } };
  }
  const experience = cv.content.experiences.experience.map((item) =>
    item.id === ref.experienceId ? { ...item, logo } : item,
  );
  return { content: { ...cv.content, experiences: { experience } } };
}
