import { createHash } from 'node:crypto';
import type { Caller } from '@vitae/kit/caller';
import { VitaeError } from '@vitae/kit/errors';
import type { StoredCv } from '../model.ts';
import { logoPath, pictureFileName, pictureNameOf, type StoredPicture } from '../cv/stored-picture.ts';
import type { ResumeDeps } from './deps.ts';
import { experienceNotFound, pictureNotFound } from './errors.ts';
import type { DrawnPicture } from '../pictures/encode-picture.ts';
import type { PictureWithContent, ResumeStore } from '../store.ts';
import type { PublicDocument } from './create-user.ts';
import { refuseOtherRevision } from './expected-revision.ts';
import { findCv } from './find-cv.ts';

/** `experienceId` is 0 for the photo. */
export type PictureRef = { id: number; experienceId: number };
export type FoundPicture = { revision: number; picture: StoredPicture; content: Buffer };

/** Draws an upload anew and puts it in the place of the picture before. The same picture again changes nothing. */
export function setCvPicture(deps: ResumeDeps) {
  return async (
    caller: Caller,
    { picture: ref, content, ifRevision }: { picture: PictureRef; content: Uint8Array; ifRevision: number },
  ): Promise<FoundPicture> => {
    // Nothing is decoded for who may not or came too late.
    const before = await findCv(deps.store, caller, ref.id);
    refuseOtherRevision(before.revision, ifRevision, 'CV');
    shownAt(before, ref);
    const drawn = await deps.drawPicture(ref.experienceId === 0 ? 'photo' : 'logo', content);
    return deps.store.atomically(caller.companyId, async (tx) => {
      const cv = await findCv(tx, caller, ref.id);
      refuseOtherRevision(cv.revision, ifRevision, 'CV');
      const name = shownAt(cv, ref);
      const picture = newPicture(deps, cv, ref.experienceId === 0 ? 'photo' : 'logo', drawn);
      const stored = name === undefined ? undefined : await tx.pictures.find(name);
      if (stored?.digest === picture.digest)
        return { revision: cv.revision, picture: stored, content: Buffer.alloc(0) };
      await tx.pictures.insert(picture, new Date(deps.clock.now()));
      const { revision } = await show(deps, tx, cv, ref, picture.name);
      return { revision, picture, content: Buffer.alloc(0) };
    });
  };
}

export function getCvPicture({ store }: ResumeDeps) {
  return async (caller: Caller, ref: PictureRef): Promise<FoundPicture> => {
    const cv = await findCv(store, caller, ref.id);
    const name = shownAt(cv, ref);
    const found = name === undefined ? undefined : await store.pictures.read(name);
    if (found?.cvId !== cv.id) throw pictureNotFound();
    return { revision: cv.revision, picture: found, content: found.content };
  };
}

export function removeCvPicture(deps: ResumeDeps) {
  return (
    caller: Caller,
    { picture: ref, ifRevision }: { picture: PictureRef; ifRevision: number },
  ): Promise<PublicDocument> =>
    deps.store.atomically(caller.companyId, async (tx) => {
      const cv = await findCv(tx, caller, ref.id);
      refuseOtherRevision(cv.revision, ifRevision, 'CV');
      if (shownAt(cv, ref) === undefined) throw pictureNotFound();
      return show(deps, tx, cv, ref, null);
    });
}

/**
 * A logo by its path, for anybody who knows it: while its CV is there and shows it, published or not, as
 * integrators show it too. An anonymized CV shows none.
 */
export function publicPicture({ store }: ResumeDeps) {
  return async (name: string): Promise<FoundPicture> => {
    const found = await store.pictures.read(name);
    if (found?.kind !== 'logo') throw pictureNotFound();
    const cv = await store.cvs.find(found.companyId, found.cvId);
    if (cv === undefined || cv.anonymized) throw pictureNotFound();
    return { revision: cv.revision, picture: found, content: found.content };
  };
}

/** A drawn picture with a name of its own, to be kept with a CV. */
export function newPicture(
  { newToken }: Pick<ResumeDeps, 'newToken'>,
  { id: cvId, companyId, userId }: Pick<StoredCv, 'id' | 'companyId' | 'userId'>,
  kind: StoredPicture['kind'],
  { contentType, width, height, content }: DrawnPicture,
): PictureWithContent {
  const name = pictureFileName(newToken(), contentType);
  const digest = createHash('sha256').update(content).digest('hex');
  return { name, companyId, userId, cvId, kind, contentType, width, height, size: content.length, digest, content };
}

/** The name of the picture in this place; undefined when there is none. */
function shownAt(cv: StoredCv, { experienceId }: PictureRef): string | undefined {
  if (experienceId === 0) return cv.photo ?? undefined;
  const experience = cv.content.experiences.experience.find(({ id }) => id === experienceId);
  if (experience === undefined) throw experienceNotFound();
  return pictureNameOf(experience.logo);
}

async function show(
  { renderer, clock }: ResumeDeps,
  tx: ResumeStore,
  before: StoredCv,
  ref: PictureRef,
  name: string | null,
): Promise<PublicDocument> {
  const cv = { ...withPicture(before, ref, name), revision: before.revision + 1, updatedAt: new Date(clock.now()) };
  const rendering = renderer.render(cv, cv.updatedAt);
  if (!(await tx.cvs.replace(cv, rendering)))
    throw new VitaeError('ABORTED', 'revision_conflict', 'The CV was changed meanwhile.');
  await tx.pictures.remove(noLongerShown(before, cv));
  return { id: cv.id, revision: cv.revision, json: rendering.json.toString() };
}

function withPicture(cv: StoredCv, { experienceId }: PictureRef, name: string | null): StoredCv {
  if (experienceId === 0) return { ...cv, photo: name };
  const logo = name === null ? null : logoPath(name);
  const experience = cv.content.experiences.experience.map((one) => (one.id === experienceId ? { ...one, logo } : one));
  return { ...cv, content: { ...cv.content, experiences: { experience } } };
}

/** The pictures that a CV showed before a change and not after it. */
export function noLongerShown(before: StoredCv, after: StoredCv): string[] {
  const left = new Set(picturesOf(after));
  return picturesOf(before).filter((name) => !left.has(name));
}

function picturesOf({ photo, content }: Pick<StoredCv, 'photo' | 'content'>): string[] {
  const logos = content.experiences.experience.map(({ logo }) => pictureNameOf(logo));
  return [photo ?? undefined, ...logos].filter((name) => name !== undefined);
}
