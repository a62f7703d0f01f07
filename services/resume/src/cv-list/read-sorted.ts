import type { Position, ReadStart } from '@vitae/kit/read-page';
import type { CvRow } from '../cv/list-item.ts';
import type { CvQuery, SortField, SortKey } from './list-query.ts';
import { recipientKey } from './list-terms.ts';
import { type ListPlan, type Order, planList } from './plan.ts';

export type ReadPlan = (plan: ListPlan, start: ReadStart, limit: number) => Promise<CvRow[]>;

/**
 * Reads a list in the order of its sort fields. Indexes have the order of one field. With several fields, rows with the
 * same first value are a group. Groups within the page are sorted here; the group that extends beyond it is read as a
 * list with the first value as a filter and the other fields as its order.
 */
export async function readSorted(read: ReadPlan, query: CvQuery, start: ReadStart, limit: number): Promise<CvRow[]> {
  const [first, ...rest] = query.sort as [SortKey, ...SortKey[]];
  if (rest.length === 0) return read(planList(query), start, limit);
  const { after, skip } = start;
  if (skip > 0) return (await readSorted(read, query, { skip: 0 }, skip + limit)).slice(skip);
  const rows = after ? await readSorted(read, groupOf(query, after[0]), { after: after.slice(1), skip }, limit) : [];
  const missing = limit - rows.length;
  if (missing === 0) return rows;
  const next = { skip, ...(after && { after: after.slice(0, 1) }) };
  const byFirst = await read(planList({ ...query, sort: [first] }), next, missing);
  const groups = [...Map.groupBy(byFirst, (row) => groupKey(row, first.field)).values()];
  const compare = comparator(orderOf(query));
  for (const [index, group] of groups.entries()) {
    const isComplete = index < groups.length - 1 || byFirst.length < missing;
    if (isComplete || group.length === 0) rows.push(...group.sort(compare));
    else {
      const value = sortValue(group[0] as CvRow, first.field);
      rows.push(...(await readSorted(read, groupOf(query, value), { skip }, limit - rows.length)));
    }
  }
  return rows;
}

/** The complete order of a list, which ends with the id. */
export function orderOf(query: CvQuery): Order {
  const [first, ...rest] = query.sort as [SortKey, ...SortKey[]];
  return rest.length === 0 ? planList(query).order : [first, ...orderOf(groupOf(query, 0))];
}

export function positionIn(order: Order, row: CvRow): Position {
  return order.map(({ field }) => (field === '_id' ? row.id : sortValue(row, field)));
}

/** The rows with a value of the first sort field, sorted by the other fields. */
function groupOf({ sort: [first, ...sort], ...query }: CvQuery, value: string | number | undefined): CvQuery {
  switch (first?.field) {
    case 'recipient':
      return { ...query, sort, recipient: String(value) };
    case 'completion':
      return { ...query, sort, completion: [Number(value)] };
    default:
      return { ...query, sort, [first?.field ?? 'createdAt']: [{ from: Number(value), until: Number(value) + 1 }] };
  }
}

function sortValue(row: CvRow, field: SortField): string | number {
  const value = row[field];
  return value instanceof Date ? value.getTime() : value;
}

function groupKey(row: CvRow, field: SortField): string | number {
  return field === 'recipient' ? recipientKey(row.recipient) : sortValue(row, field);
}

const names = new Intl.Collator('en');

function comparator(order: Order): (one: CvRow, other: CvRow) => number {
  return (one, other) => {
    const [values, others] = [positionIn(order, one), positionIn(order, other)];
    for (const [index, { descending }] of order.entries()) {
      const [a, b] = [values[index] as string | number, others[index] as string | number];
      const difference = typeof a === 'string' ? names.compare(a, String(b)) : a - Number(b);
      if (difference !== 0) return descending ? -difference : difference;
    }
    return 0;
  };
}
