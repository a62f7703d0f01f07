import type { Caller } from '@vitae/kit/caller';
import type { ResumeListItem, ResumeStatusItem } from '@vitae/proto/resume-list-item';
import type { ResumeStatus } from '@vitae/proto/resume-status';
import type { Position } from '../paging/position-cache.ts';
import { type CvRow, listItemOf, statusItemOf } from '../cv/list-item.ts';
import { type CvFilter, type CvQuery, type CvSort, cvQuery } from '../cv-list/list-query.ts';
import { type ListPlan, planList } from '../cv-list/plan.ts';
import type { ResumeDeps } from './deps.ts';
import { type Page, type PageRequest, readPage } from '../paging/read-page.ts';
import { findUser, type UserName } from './find-user.ts';
import { scopeOf } from './list-users.ts';

/** CVs of the company's users, by filters and sorts; where values tie, by id. */
export function listCvs(deps: ResumeDeps) {
  return async (
    caller: Caller,
    filters: readonly CvFilter[],
    sort: readonly CvSort[],
    request: PageRequest,
  ): Promise<Page<ResumeListItem>> => {
    const query = cvQuery(scopeOf(caller), filters, sort);
    if (query === undefined) return { rows: [], total: 0, next: '' };
    const { plan, total } = await planned(deps, query, request.limit);
    const page = await readPage(
      {
        query: ['cvs', query, plan.order],
        total,
        anchors: () => deps.anchors.of(query.companyId, ['cvs', query, plan.order]),
        sortedInMemory: query.sort.length > 1,
        read: (from, limit) => deps.store.lists.page(plan, from, limit),
        positionOf: (row) => positionIn(plan, row),
      },
      request,
    );
    return { ...page, rows: await withOwners(deps, caller.companyId, page.rows) };
  };
}

async function planned(
  { store, totals }: ResumeDeps,
  query: CvQuery,
  limit: number,
): Promise<{ plan: ListPlan; total: number }> {
  const { sort: _sort, ...filters } = query;
  const { createdAt: _created, updatedAt: _updated, ...undated } = filters;
  const count = (of: Omit<CvQuery, 'sort'>) =>
    totals.of(query.companyId, ['cvs', of], () => store.lists.count({ ...of, sort: query.sort }));
  const dated = query.createdAt !== undefined || query.updatedAt !== undefined;
  const total = await count(filters);
  const all = dated ? await count(undated) : total;
  return { plan: planList(query, limit, total, all), total };
}

function positionIn({ order }: ListPlan, row: CvRow): Position {
  return order.map(({ field }) => {
    const value = field === '_id' ? row.id : row[field];
    return value instanceof Date ? value.getTime() : value;
  });
}

/** A user has few CVs: one answer holds them all. */
export function listUserCvs(deps: ResumeDeps) {
  return async (caller: Caller, name: UserName): Promise<ResumeListItem[]> => {
    const user = await findUser(deps.store, caller, name);
    return withOwners(deps, caller.companyId, await deps.store.lists.ofUser(user.id));
  };
}

/** CVs that came to a status at a moment or after it, the first to come first. */
export function listCvsByStatus({ store, totals, anchors }: ResumeDeps) {
  return async (
    caller: Caller,
    status: ResumeStatus,
    since: number,
    request: PageRequest,
  ): Promise<Page<ResumeStatusItem>> => {
    const query = { ...scopeOf(caller), status, since };
    const page = await readPage(
      {
        query: ['cvs by status', query],
        total: await totals.of(caller.companyId, ['cvs by status', query], () => store.lists.countByStatus(query)),
        anchors: () => anchors.of(caller.companyId, ['cvs by status', query]),
        read: (from, limit) => store.lists.pageByStatus(query, from, limit),
        positionOf: (row) => [row.statusChangedAt.getTime(), row.id],
      },
      request,
    );
    return { ...page, rows: page.rows.map(statusItemOf) };
  };
}

/** The rows with who they belong to; one whose owner was deleted meanwhile is left out. */
async function withOwners(
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
