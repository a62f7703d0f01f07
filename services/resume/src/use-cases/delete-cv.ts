import type { Caller } from '@vitae/kit/caller';
import { decodeCursor, encodeCursor } from '@vitae/kit/cursor';
import { findFreeSlug } from '@vitae/kit/slug';
import { z } from 'zod';
import type { PublicDocument, StoredCv } from '../model.ts';
import type { DeletedCv, ResumeStore } from '../store.ts';
import { findCv, findUser, type UserSelector } from './access.ts';
import type { ResumeDeps } from './deps.ts';
import { cvNotFound, requireRevision, userNotFound } from './errors.ts';
import { resumeOf } from './export-source.ts';

const deletedPosition = z
  .tuple([z.int().min(0).max(8.64e15), z.int().positive()])
  .transform(([at, id]) => ({ deletedAt: new Date(at), id }));

/**
 * Deletes a CV. The owner can restore it until it is erased. If it was the main one, the oldest remaining CV becomes the
 * main one.
 */
export function deleteCv({ store, clock, renderer }: ResumeDeps) {
  return (caller: Caller, id: number, ifRevision = 0): Promise<void> =>
    store.transaction(async (tx) => {
      const cv = await findCv(tx, caller, id);
      requireRevision(cv.revision, ifRevision, 'CV');
      const at = new Date(clock.now());
      await tx.deleted.deleteCv(cv, at);
      const owner = { companyId: cv.companyId, id: cv.userId };
      if ((await tx.users.addToCvCount(owner, -1, at)) === undefined) throw userNotFound();
      const oldest = cv.main ? await tx.cvs.findOldest(cv) : undefined;
      if (oldest === undefined) return;
      const promoted = { ...oldest, main: true, revision: oldest.revision + 1 };
      await tx.cvs.replaceIfUnchanged(promoted, renderer.render(promoted, at));
    });
}

/** `next` is the cursor of the next page, "" on the last page. */
export type DeletedCvs = { cvs: DeletedCv[]; next: string };

/**
 * Lists the CVs of a user that can be restored, the last deleted first.
 * @throws {VitaeError} INVALID_ARGUMENT invalid_cursor
 */
export function listDeletedCvs({ store }: ResumeDeps) {
  return async (
    caller: Caller,
    ref: UserSelector,
    { limit, cursor }: { limit: number; cursor: string },
  ): Promise<DeletedCvs> => {
    const { companyId, id: userId } = await findUser(store, caller, ref);
    const query = ['deleted CVs', companyId, userId];
    const after = cursor === '' ? undefined : decodeCursor(query, cursor, deletedPosition);
    const found = await store.deleted.listCvsOfUser({ companyId, userId }, limit + 1, after);
    const cvs = found.slice(0, limit);
    const last = found.length > limit ? cvs.at(-1) : undefined;
    return { cvs, next: last ? encodeCursor(query, [last.deletedAt.getTime(), last.id]) : '' };
  };
}

/**
 * Reads a CV that the owner can restore.
 * @throws {VitaeError} NOT_FOUND cv_not_found if it is not deleted or was erased
 */
export function getDeletedCv({ store, clock, renderer }: ResumeDeps) {
  return async (caller: Caller, id: number): Promise<PublicDocument> => {
    const cv = await findDeletedCv(store, caller, id);
    return { id, revision: cv.revision, json: renderer.render(cv, new Date(clock.now())).json.toString() };
  };
}

/**
 * Reads the appearance of a CV that the owner can restore.
 * @throws {VitaeError} NOT_FOUND cv_not_found
 */
export function getDeletedCvAppearance({ store }: ResumeDeps) {
  return async (caller: Caller, id: number): Promise<PublicDocument> => {
    const { revision, linkPreview, display } = await findDeletedCv(store, caller, id);
    const { maxPages = null, language, sectionOrder, ...variants } = display;
    return { id, revision, json: JSON.stringify({ display: variants, maxPages, language, sectionOrder, linkPreview }) };
  };
}

/**
 * Reads a CV that the owner can restore as JSON Resume without its photo, never anonymized.
 * @throws {VitaeError} NOT_FOUND cv_not_found, user_not_found if the owner was deleted
 */
export function getDeletedCvResume({ store }: ResumeDeps) {
  return async (caller: Caller, id: number): Promise<PublicDocument> => {
    // First, because restoring the CV moves the record.
    const imported = await store.deleted.findImport({ companyId: caller.companyId, id });
    const cv = await findDeletedCv(store, caller, id);
    const owner = await store.users.find({ companyId: cv.companyId, id: cv.userId });
    if (!owner) throw userNotFound();
    return { id, revision: cv.revision, json: JSON.stringify(resumeOf(cv, owner, imported)) };
  };
}

/** @throws {VitaeError} NOT_FOUND cv_not_found */
export async function findDeletedCv(store: ResumeStore, { companyId, userId }: Caller, id: number): Promise<StoredCv> {
  const cv = await store.deleted.findCv({ companyId, id, ...(userId === 0 ? {} : { userId }) });
  if (!cv) throw cvNotFound();
  return cv;
}

/**
 * Restores a deleted CV. It is not published and has only a new private link, because others may know the earlier ones.
 * It is the main CV only if the user has no other. A CV that was restored before is returned as it is.
 * @throws {VitaeError} NOT_FOUND cv_not_found after the CV was erased, user_not_found if the owner was deleted
 */
export function restoreCv(deps: ResumeDeps) {
  const { store, clock, renderer, newToken } = deps;
  return (caller: Caller, id: number): Promise<PublicDocument> =>
    store.transaction(async (tx) => {
      const { companyId, userId } = caller;
      const deleted = await tx.deleted.takeCv({ companyId, id, ...(userId === 0 ? {} : { userId }) });
      const at = new Date(clock.now());
      if (!deleted) {
        const cv = await findCv(tx, caller, id);
        return { id, revision: cv.revision, json: renderer.render(cv, at).json.toString() };
      }
      const owner = await tx.users.addToCvCount({ companyId: deleted.companyId, id: deleted.userId }, 1, at);
      if (!owner) throw userNotFound();
      const cv: StoredCv = {
        ...deleted,
        revision: deleted.revision + 1,
        main: owner.cvCount === 0,
        published: false,
        userSlug: owner.slug,
        slug: await findFreeSlug(deleted.slug, (slugs) => tx.cvs.findTakenSlugs(deleted, slugs)),
        token: newToken(),
        links: [],
        managerId: owner.managerId,
        tagIds: owner.tagIds,
        updatedAt: at,
      };
      const rendering = renderer.render(cv, at);
      await tx.cvs.insert(cv, rendering);
      return { id, revision: cv.revision, json: rendering.json.toString() };
    });
}
