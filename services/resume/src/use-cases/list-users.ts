import type { Caller } from '@vitae/kit/caller';
import { type UserKind, type UserRecord, userKinds } from '@vitae/proto/user-record';
import type { ResumeDeps } from './deps.ts';
import { tagNotFound } from './errors.ts';
import { type Page, type PageRequest, readPage } from '../paging/read-page.ts';
import type { UserQuery } from '../store.ts';
import { searchedWords } from '../user/search-words.ts';
import { userRecordOf } from '../user/stored-user.ts';

/** Users of some kinds, in the order of their ids; no kind means every kind. */
export function listUsers(deps: ResumeDeps) {
  return (caller: Caller, kinds: readonly UserKind[], request: PageRequest): Promise<Page<UserRecord>> => {
    const asked = userKinds.filter((kind) => kinds.includes(kind));
    const every = asked.length === 0 || asked.length === userKinds.length;
    return pageOfUsers(deps, { ...scopeOf(caller), ...(every ? {} : { kinds: asked }) }, request);
  };
}

/** Users of whom every word of the term begins a word; a term without words finds nobody. */
export function searchUsers(deps: ResumeDeps) {
  return async (caller: Caller, term: string, request: PageRequest): Promise<Page<UserRecord>> => {
    const searched = searchedWords(term);
    if (searched === undefined) return { rows: [], total: 0, next: '' };
    const { pairs, ...search } = searched;
    if (pairs.length > 1) search.by = { pair: await deps.store.users.rarestPair(caller.companyId, pairs) };
    return pageOfUsers(deps, { ...scopeOf(caller), search }, request);
  };
}

export function listTagUsers(deps: ResumeDeps) {
  return async (caller: Caller, tagId: number, request: PageRequest): Promise<Page<UserRecord>> => {
    if ((await deps.store.tags.find(caller.companyId, tagId)) === undefined) throw tagNotFound();
    return pageOfUsers(deps, { ...scopeOf(caller), tagId }, request);
  };
}

/** The company of a caller, or the one user that an owner's token reaches. */
export function scopeOf({ companyId, userId }: Caller): { companyId: number; userId?: number } {
  return userId === 0 ? { companyId } : { companyId, userId };
}

async function pageOfUsers(
  { store, totals, anchors }: ResumeDeps,
  query: UserQuery,
  request: PageRequest,
): Promise<Page<UserRecord>> {
  const { rows, ...page } = await readPage(
    {
      query: ['users', query],
      total: await totals.of(query.companyId, ['users', query], () => store.users.count(query)),
      anchors: () => anchors.of(query.companyId, ['users', query]),
      read: (from, limit) => store.users.page(query, from, limit),
      positionOf: (user) => [user.id],
    },
    request,
  );
  return { ...page, rows: rows.map(userRecordOf) };
}
