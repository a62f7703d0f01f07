import { type ProfiledQuery, profileQueries } from '../kit/query-profile.ts';
import { openResumeFixture, type ResumeFixture } from './resume-fixture.ts';
import { insertRows } from './row-fixtures.ts';

export type Filter = [type: string, value: string, comparator?: string];
export const sorts = ['created', 'updated', 'recipient', 'completion'];

/** Opens the resume service with the CVs of companies. `companies` are those of consecutive CVs, in rotation. */
export async function openListFixture(count: number, companies: readonly number[]): Promise<ResumeFixture> {
  const service = await openResumeFixture();
  await insertRows(service.connection, { count, companies, collections: ['cvs'] });
  return service;
}

export const listRequest = (filter: Filter[]) => ({
  filters: filter.map(([type, value, comparator = '']) => ({ type, value, comparator })),
});

/** What a call reads from a collection: the page, and the count of all rows. */
type ReadCost = { keys: number; documents: number; returned: number; countedKeys: number };

/** Runs a call and sums the keys and documents that its queries examine. */
export async function readCost(
  { connection }: ResumeFixture,
  collection: string,
  call: () => Promise<unknown>,
): Promise<ReadCost> {
  const queries = (await profileQueries(connection, call)).filter((query) => query.collection === collection);
  const [counts, reads] = [queries.filter(isCount), queries.filter((query) => !isCount(query))];
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return {
    keys: sum(reads.map(({ keysExamined }) => keysExamined)),
    documents: sum(reads.map(({ docsExamined }) => docsExamined)),
    returned: sum(reads.map(({ returned }) => returned)),
    countedKeys: Math.max(0, ...counts.map(({ keysExamined }) => keysExamined)),
  };
}

const isCount = ({ op, command }: ProfiledQuery) => op === 'command' && command === 'count';

/**
 * Expects that a page reads one key for each row, and at most `ranges` more: MongoDB seeks each index range once and
 * reads one key beyond some of them. The number of ranges does not depend on the number of rows.
 */
export function expectEfficient({ keys, documents, returned }: ReadCost, ranges: number): void {
  expect(keys).toBeLessThanOrEqual(returned + 2 * ranges);
  expect(documents).toBeLessThanOrEqual(returned + 1);
}
