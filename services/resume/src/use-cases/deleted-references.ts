import type { Clock } from '@vitae/kit/clock';
import type { Logger } from '@vitae/kit/log';
import { createItemStep, type SweepStep } from '@vitae/kit/sweep';
import type { CvConditions } from '../cv-list/list-query.ts';
import type { Reference, ResumeStore } from '../store.ts';

/** Users and CVs per request, and per batch of the sweep. Updating them takes a fraction of the deadline. */
const MAX_UPDATES = 200;
/** References whose batches a sweep processes before it renews its lease. */
const BATCH_SIZE = 10;
/** A transaction that began before the deletion can add the reference for a minute, the limit of MongoDB. */
const MIN_AGE_MS = 60_000;

/**
 * Records the deletion of a manager or tag, and removes it from the first users and CVs. A sweep removes it from the
 * others. No list contains it from now on.
 */
export async function deleteReference(store: ResumeStore, reference: Reference, at: Date): Promise<void> {
  await store.deletedReferences.insert(reference, at);
  await removeFromNext(store, reference);
}

/** Returns whether the filters name a deleted manager or tag. CVs that still contain it do not match. */
export async function filtersByDeleted(
  store: ResumeStore,
  { companyId, managerId, tagId, otherTagIds = [] }: CvConditions & { companyId: number },
): Promise<boolean> {
  const tagIds = tagId === undefined ? [] : [tagId, ...otherTagIds];
  const references = [
    ...tagIds.map((id) => ({ kind: 'tag' as const, id })),
    ...(managerId === undefined ? [] : [{ kind: 'manager' as const, id: managerId }]),
  ];
  return references.length > 0 && store.deletedReferences.includesAny(companyId, references);
}

/** Removes deleted managers and tags of all companies from users and CVs. */
export function removeDeletedReferences(store: ResumeStore, clock: Clock, log: Logger): SweepStep {
  return createItemStep<Reference>({
    batchSize: BATCH_SIZE,
    list: (limit) => store.deletedReferences.list(new Date(clock.now() - MIN_AGE_MS), limit),
    idOf: ({ kind, id }) => `${kind} ${id}`,
    process: async (reference) => {
      if (await removeFromNext(store, reference)) return 'unfinished';
      await store.deletedReferences.remove(reference);
    },
    onFailure: (reference, err) => log.warn({ err, ...reference }, 'Could not remove a reference; will retry'),
  });
}

/**
 * Removes a reference from the next users and CVs. Returns whether others may remain. Users are first: a transaction that
 * creates a CV copies the references of its owner and writes the owner, so it conflicts with this update of the owner.
 */
async function removeFromNext(store: ResumeStore, reference: Reference): Promise<boolean> {
  const users = await store.users.removeReference(reference, MAX_UPDATES);
  if (users === MAX_UPDATES) return true;
  return users + (await store.cvs.removeReference(reference, MAX_UPDATES - users)) === MAX_UPDATES;
}
