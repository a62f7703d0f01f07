import type { Caller } from '@vitae/kit/caller';
import { EMPTY_PAGE, type Page, type PageRequest, readPage, totalOf } from '@vitae/kit/read-page';
import type { ResumeListItem, ResumeStatusItem } from '@vitae/proto/resume-list-item';
import type { ResumeStatus } from '@vitae/proto/resume-status';
import { type CvRow, listItemOf, statusItemOf } from '../cv/list-item.ts';
import { type CvFilter, type CvSort, parseCvQuery } from '../cv-list/list-query.ts';
import { isCountedByIndex } from '../cv-list/plan.ts';
import { orderOf, positionIn, readSorted } from '../cv-list/read-sorted.ts';
import { findUser, scopeOf, type UserSelector } from './access.ts';
import { filtersByDeleted } from './deleted-references.ts';
import type { ResumeDeps } from './deps.ts';

/** Lists the CVs that a caller can access. CVs with equal sort values are ordered by id. */
export function listCvs(deps: ResumeDeps) {
  const { lists } = deps.store;
  return async (
    caller: Caller,
    filters: readonly CvFilter[],
    sort: readonly CvSort[],
    request: PageRequest,
  ): Promise<Page<ResumeListItem>> => {
    const query = parseCvQuery(scopeOf(caller), filters, sort);
    if (query === undefined || (await filtersByDeleted(deps.store, query))) return EMPTY_PAGE;
    const { signal } = request;
    const { sort: _sort, companyId, ...conditions } = query;
    const order = orderOf(query);
    const page = await readPage(
      {
        query: ['cvs', query, order],
        isCountCheap: isCountedByIndex(query),
        count: () => deps.totals.get(companyId, ['cvs', conditions], () => lists.count(query, signal)),
        read: (start, limit) =>
          readSorted((plan, from, rows) => lists.page(plan, from, rows, signal), query, start, limit),
        positionOf: (row) => positionIn(order, row),
      },
      request,
    );
    return { ...page, rows: await listItems(deps, companyId, page.rows) };
  };
}

/** Lists the CVs of a user by ascending id. */
export function listUserCvs(deps: ResumeDeps) {
  return async (caller: Caller, ref: UserSelector, request: PageRequest): Promise<Page<ResumeListItem>> => {
    const { id, companyId, cvCount } = await findUser(deps.store, caller, ref);
    const page = await readPage(
      {
        query: ['cvs of user', id],
        count: async () => totalOf(cvCount),
        read: (start, limit) => deps.store.lists.ofUser(companyId, id, start, limit, request.signal),
        positionOf: (row) => [row.id],
      },
      request,
    );
    return { ...page, rows: await listItems(deps, caller.companyId, page.rows) };
  };
}

/** Lists CVs that entered a status at or after a time, in milliseconds since 1970, in that order. */
export function listCvsByStatus({ store: { lists }, totals }: ResumeDeps) {
  return async (
    caller: Caller,
    status: ResumeStatus,
    since: number,
    request: PageRequest,
  ): Promise<Page<ResumeStatusItem>> => {
    const query = { ...scopeOf(caller), status, since };
    const list = ['cvs by status', query];
    const page = await readPage(
      {
        query: list,
        count: () => totals.get(caller.companyId, list, () => lists.countByStatus(query, request.signal)),
        read: (start, limit) => lists.pageByStatus(query, start, limit, request.signal),
        positionOf: (row) => [row.statusChangedAt.getTime(), row.id],
      },
      request,
    );
    return { ...page, rows: page.rows.map(statusItemOf) };
  };
}

/** Adds the owners and managers to rows. Rows whose owner was deleted after they were read are omitted. */
async function listItems(
  { store, siteUrl }: ResumeDeps,
  companyId: number,
  rows: readonly CvRow[],
): Promise<ResumeListItem[]> {
  const ids = new Set(rows.flatMap((row) => (row.managerId === null ? [row.userId] : [row.userId, row.managerId])));
  const users = await store.users.findAll([...ids].map((id) => ({ companyId, id })));
  const byId = new Map(users.filter((user) => user.companyId === companyId).map((user) => [user.id, user]));
  return rows.flatMap((row) => {
    const owner = byId.get(row.userId);
    return owner === undefined ? [] : [listItemOf(siteUrl, row, owner, byId.get(row.managerId ?? 0))];
  });
}
