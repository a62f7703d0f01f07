import type { Caller } from '@vitae/kit/caller';
import { EMPTY_PAGE, type Page, type PageRequest, readPage } from '@vitae/kit/read-page';
import { type UserKind, type UserRecord, userKinds } from '@vitae/proto/user-record';
import { userRecordOf } from '../model.ts';
import type { UserQuery } from '../store.ts';
import { parseSearchTerm } from '../user/search-words.ts';
import { scopeOf } from './access.ts';
import type { ResumeDeps } from './deps.ts';
import { tagNotFound } from './errors.ts';

/** Lists users by id. No kinds means all kinds. */
export function listUsers(deps: ResumeDeps) {
  return (caller: Caller, requestedKinds: readonly UserKind[], request: PageRequest): Promise<Page<UserRecord>> => {
    const kinds = userKinds.filter((kind) => requestedKinds.includes(kind));
    const isFiltered = kinds.length > 0 && kinds.length < userKinds.length;
    return pageOfUsers(deps, { ...scopeOf(caller), ...(isFiltered ? { kinds } : {}) }, request);
  };
}

/** Finds users by prefixes of their words. Every word of the term must match; a term without words matches no user. */
export function searchUsers(deps: ResumeDeps) {
  return async (caller: Caller, term: string, request: PageRequest): Promise<Page<UserRecord>> => {
    const parsed = parseSearchTerm(term);
    if (parsed === undefined) return EMPTY_PAGE;
    const { pairs, ...search } = parsed;
    if (pairs.length > 1)
      search.by = { pair: await deps.store.users.rarestPair(caller.companyId, pairs, request.signal) };
    return pageOfUsers(deps, { ...scopeOf(caller), search }, request);
  };
}

export function listTagUsers(deps: ResumeDeps) {
  return async (caller: Caller, tagId: number, request: PageRequest): Promise<Page<UserRecord>> => {
    if ((await deps.store.tags.find(caller.companyId, tagId)) === undefined) throw tagNotFound();
    return pageOfUsers(deps, { ...scopeOf(caller), tagId }, request);
  };
}

async function pageOfUsers(
  { store: { users }, totals }: ResumeDeps,
  query: UserQuery,
  request: PageRequest,
): Promise<Page<UserRecord>> {
  const list = ['users', query];
  const { rows, ...page } = await readPage(
    {
      query: list,
      count: () => totals.get(query.companyId, list, () => users.count(query, request.signal)),
      read: (start, limit) => users.page(query, start, limit, request.signal),
      positionOf: (user) => [user.id],
    },
    request,
  );
  return { ...page, rows: rows.map(userRecordOf) };
}
