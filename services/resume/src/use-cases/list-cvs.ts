import type { Caller } from '@vitae/kit/caller';
import type { ResumeListItem, ResumeStatusItem } from '@vitae/proto/resume-list-item';
import type { ResumeStatus } from '@vitae/proto/resume-status';
import { type CvRow, listItemOf, statusItemOf } from '../cv/list-item.ts';
import { type CvFilter, type CvQuery, type CvSort, parseCvQuery } from '../cv-list/list-query.ts';
import { type ListPlan, planList } from '../cv-list/plan.ts';
import type { Position } from '../paging/list-cache.ts';
import { type Page, type PageRequest, readPage } from '../paging/read-page.ts';
import { findUser, scopeOf, type UserRef } from './access.ts';
import type { ResumeDeps } from './deps.ts';

/** Lists the CVs that a caller can access. CVs with equal sort values are ordered by id. */
export function listCvs(deps: ResumeDeps) {
  return async (
    caller: Caller,
    filters: readonly CvFilter[],
    sort: readonly CvSort[],
    request: PageRequest,
  ): Promise<Page<ResumeListItem>> => {
    const query = parseCvQuery(scopeOf(caller), filters, sort);
    if (query === undefined) return { rows: [], total: 0, next: '' };
    const { plan, total } = await planWithTotal(deps, query, request.limit);
    const list = ['cvs', query, plan.order];
    const page = await readPage(
      {
        query: list,
        total,
        positions: () => deps.positions.of(query.companyId, list),
        sortedInMemory: query.sort.length > 1,
        read: (start, limit) => deps.store.lists.page(plan, start, limit),
        positionOf: (row) => positionOf(plan, row),
      },
      request,
    );
    return { ...page, rows: await listItems(deps, caller.companyId, page.rows) };
  };
}

async function planWithTotal(
  { store, counts }: ResumeDeps,
  query: CvQuery,
  limit: number,
): Promise<{ plan: ListPlan; total: number }> {
  const { sort, ...filters } = query;
  const { createdAt, updatedAt, ...undatedFilters } = filters;
  const count = (counted: Omit<CvQuery, 'sort'>) =>
    counts.get(query.companyId, ['cvs', counted], () => store.lists.count({ ...counted, sort }));
  const total = await count(filters);
  const undated = createdAt === undefined && updatedAt === undefined ? total : await count(undatedFilters);
  return { plan: planList(query, limit, total, undated), total };
}

function positionOf({ order }: ListPlan, row: CvRow): Position {
  return order.map(({ field }) => {
    const value = field === '_id' ? row.id : row[field];
    return value instanceof Date ? value.getTime() : value;
  });
}

/** Lists the CVs of a user in order of creation. */
export function listUserCvs(deps: ResumeDeps) {
  return async (caller: Caller, ref: UserRef, request: PageRequest): Promise<Page<ResumeListItem>> => {
    const { id, cvCount } = await findUser(deps.store, caller, ref);
    const list = ['cvs of user', id];
    const page = await readPage(
      {
        query: list,
        total: cvCount,
        positions: () => deps.positions.of(caller.companyId, list),
        read: (start, limit) => deps.store.lists.ofUser(id, start, limit),
        positionOf: (row) => [row.id],
      },
      request,
    );
    return { ...page, rows: await listItems(deps, caller.companyId, page.rows) };
  };
}

/** Lists CVs that entered a status at or after a time, in milliseconds since 1970, in that order. */
export function listCvsByStatus({ store, counts, positions }: ResumeDeps) {
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
        total: await counts.get(caller.companyId, list, () => store.lists.countByStatus(query)),
        positions: () => positions.of(caller.companyId, list),
        read: (start, limit) => store.lists.pageByStatus(query, start, limit),
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
