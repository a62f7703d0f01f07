import type { Caller } from '@vitae/kit/caller';
import { VitaeError } from '@vitae/kit/errors';
import type { Tag } from '@vitae/proto/tag';
import type { ResumeDeps } from './deps.ts';
import { tagNotFound } from './errors.ts';
import type { ResumeStore } from '../store.ts';
import { tagOf } from '../tag/stored-tag.ts';
import { refuseOtherRevision } from './expected-revision.ts';
import { findUser, type UserName } from './find-user.ts';

/** A user has at most this many tags: they are kept with the user. */
const MOST_TAGS = 500;

export type TagChange = { user: UserName; tags: readonly number[]; reset: boolean; ifRevision: number };

export function listUserTags({ store }: ResumeDeps) {
  return async (caller: Caller, name: UserName): Promise<Tag[]> => {
    const user = await findUser(store, caller, name);
    return (await store.tags.findAll(caller.companyId, user.tagIds)).map(tagOf);
  };
}

/** Adds tags, after removing all when `reset`; all or nothing. */
export function associateTags(deps: ResumeDeps) {
  return (caller: Caller, request: TagChange): Promise<Tag[]> =>
    changeTags(deps, caller, request, (held, { tags, reset }) => [...(reset ? [] : held), ...tags]);
}

/** Removes tags, or all when `reset`; one that the user does not have is no mistake. */
export function dissociateTags(deps: ResumeDeps) {
  return (caller: Caller, request: TagChange): Promise<Tag[]> =>
    changeTags(deps, caller, request, (held, { tags, reset }) =>
      reset ? [] : held.filter((id) => !tags.includes(id)),
    );
}

function changeTags(
  { store, clock }: ResumeDeps,
  caller: Caller,
  request: TagChange,
  change: (held: number[], request: TagChange) => number[],
): Promise<Tag[]> {
  const { companyId } = caller;
  return store.atomically(companyId, async (tx) => {
    const user = await findUser(tx, caller, request.user);
    refuseOtherRevision(user.revision, request.ifRevision, 'user');
    await requireTags(tx, companyId, request.tags);
    const tagIds = [...new Set(change(user.tagIds, request))].sort((a, b) => a - b);
    if (tagIds.length > MOST_TAGS)
      throw new VitaeError('ABORTED', 'too_many_tags', `A user has at most ${MOST_TAGS} tags.`);
    const changed = { ...user, tagIds, revision: user.revision + 1, updatedAt: new Date(clock.now()) };
    if (!(await tx.users.replace(changed)))
      throw new VitaeError('ABORTED', 'revision_conflict', 'The user was changed meanwhile.');
    await tx.cvs.setOwner(user.id, { tagIds });
    return (await tx.tags.findAll(companyId, tagIds)).map(tagOf);
  });
}

async function requireTags(store: ResumeStore, companyId: number, ids: readonly number[]): Promise<void> {
  const found = new Set((await store.tags.findAll(companyId, ids)).map((tag) => tag.id));
  if (ids.some((id) => !found.has(id))) throw tagNotFound();
}
