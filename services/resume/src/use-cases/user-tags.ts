import type { Caller } from '@vitae/kit/caller';
import { conflict } from '@vitae/kit/errors';
import { type Page, type PageRequest, readPage, totalOf } from '@vitae/kit/read-page';
import type { Tag } from '@vitae/proto/tag';
import { tagOf } from '../model.ts';
import type { ResumeStore } from '../store.ts';
import { findUser, type UserSelector } from './access.ts';
import type { ResumeDeps } from './deps.ts';
import { requireRevision, tagNotFound } from './errors.ts';
import { saveUser } from './save-user.ts';

/** The tag ids are stored in the user document. */
const MAX_TAGS_PER_USER = 500;

export type TagChange = { user: UserSelector; tags: readonly number[]; reset: boolean; ifRevision: number };

/** Lists the tags of a user by ascending id. */
export function listUserTags({ store }: ResumeDeps) {
  return async (caller: Caller, ref: UserSelector, request: PageRequest): Promise<Page<Tag>> => {
    const { id, tagIds } = await findUser(store, caller, ref);
    const list = ['tags of user', id];
    // The user may still have tags that were deleted.
    const tags = await store.tags.findAll(caller.companyId, tagIds);
    const page = await readPage(
      {
        query: list,
        count: async () => totalOf(tags.length),
        read: async ({ after, skip }, limit) =>
          tags.filter((tag) => tag.id > Number(after?.[0] ?? 0)).slice(skip, skip + limit),
        positionOf: (tag) => [tag.id],
      },
      request,
    );
    return { ...page, rows: page.rows.map(tagOf) };
  };
}

/** Adds tags to a user, or replaces all tags if `reset` is set. Adds no tag if one of them does not exist. */
export function associateTags(deps: ResumeDeps) {
  return (caller: Caller, request: TagChange): Promise<Tag[]> =>
    changeTags(deps, caller, request, (current, { tags, reset }) => [...(reset ? [] : current), ...tags]);
}

/** Removes tags from a user, or all tags if `reset` is set. Ignores tags that the user does not have. */
export function dissociateTags(deps: ResumeDeps) {
  return (caller: Caller, request: TagChange): Promise<Tag[]> =>
    changeTags(deps, caller, request, (current, { tags, reset }) =>
      reset ? [] : current.filter((id) => !tags.includes(id)),
    );
}

function changeTags(
  { store, clock }: ResumeDeps,
  caller: Caller,
  request: TagChange,
  change: (current: number[], request: TagChange) => number[],
): Promise<Tag[]> {
  const { companyId } = caller;
  return store.transaction(async (tx) => {
    const user = await findUser(tx, caller, request.user);
    requireRevision(user.revision, request.ifRevision, 'user');
    await requireTags(tx, companyId, request.tags);
    // Omits tags that were deleted.
    const tags = await tx.tags.findAll(companyId, change(user.tagIds, request));
    if (tags.length > MAX_TAGS_PER_USER)
      throw conflict('too_many_tags', `A user can have at most ${MAX_TAGS_PER_USER} tags.`);
    const tagIds = tags.map((tag) => tag.id);
    await saveUser({ clock }, tx, user, { tagIds });
    await tx.cvs.setOwnerFields({ companyId, userId: user.id }, { tagIds });
    return tags.map(tagOf);
  });
}

async function requireTags(store: ResumeStore, companyId: number, ids: readonly number[]): Promise<void> {
  const existing = new Set((await store.tags.findAll(companyId, ids)).map((tag) => tag.id));
  if (ids.some((id) => !existing.has(id))) throw tagNotFound();
}
