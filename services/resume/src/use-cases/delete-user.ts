import type { Caller } from '@vitae/kit/caller';
import { createItemStep } from '@vitae/kit/sweep';
import type { CvKey, DeletedUser } from '../store.ts';
import { findUser, type UserSelector } from './access.ts';
import { deleteReference } from './deleted-references.ts';
import type { ResumeDeps } from './deps.ts';
import { requireRevision } from './errors.ts';

export type DeletedIds = { id: number; cvIds: number[] };

/** Deletes a user with all CVs. No request can read their data, which is stored until it is erased. */
export function deleteUser({ store, clock }: ResumeDeps) {
  return (caller: Caller, ref: UserSelector, ifRevision = 0): Promise<DeletedIds> =>
    store.transaction(async (tx) => {
      const user = await findUser(tx, caller, ref);
      requireRevision(user.revision, ifRevision, 'user');
      const at = new Date(clock.now());
      const cvIds = await tx.deleted.deleteUser(user, at);
      await deleteReference(tx, { kind: 'manager', companyId: user.companyId, id: user.id }, at);
      return { id: user.id, cvIds };
    });
}

/** Lists deleted users of all companies, the first deleted first. */
export function listDeletedUsers({ store }: ResumeDeps) {
  return (deletedBefore: Date, limit: number): Promise<DeletedUser[]> => store.deleted.listUsers(deletedBefore, limit);
}

/** Erases the data of a deleted user. Other users are not changed. */
export function eraseUser({ store }: ResumeDeps) {
  return async (companyId: number, id: number): Promise<DeletedIds> => ({
    id,
    cvIds: await store.transaction((tx) => tx.deleted.eraseUser(companyId, id)),
  });
}

/**
 * Erases CVs of all companies that were deleted without their owner, and returns their ids. One transaction for each CV:
 * an interrupted erasure has erased the first of them, and owners may restore a CV at the same time. CVs that fail do not
 * prevent others.
 * @throws the first failure if no CV could be erased
 */
export function eraseDeletedCvs({ store }: ResumeDeps) {
  return async (deletedBefore: Date, limit: number): Promise<number[]> => {
    const erased: number[] = [];
    const failures: unknown[] = [];
    const eraseNext = createItemStep<CvKey>({
      batchSize: limit,
      concurrency: MAX_CONCURRENT_ERASURES,
      list: (count) => store.deleted.listCvs(deletedBefore, count),
      idOf: ({ id }) => id,
      process: async (cv) => {
        if (await store.transaction((tx) => tx.deleted.eraseCv(cv, deletedBefore))) erased.push(cv.id);
      },
      onFailure: (_cv, failure) => failures.push(failure),
    });
    let isLast = false;
    while (erased.length === 0 && !isLast) ({ isLast } = await eraseNext());
    if (erased.length === 0 && failures.length > 0) throw failures[0];
    return erased;
  };
}

const MAX_CONCURRENT_ERASURES = 8;
