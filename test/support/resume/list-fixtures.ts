import { profileQueries } from '../kit/query-profile.ts';
import { openResumeFixture, type ResumeFixture } from './resume-fixture.ts';
import { insertRows } from './row-fixtures.ts';

const ROWS = 10_000;
/** Half of the rows belong to company 1, which the tests read. */
const COMPANIES = [1, 1, 2, 3];

/** Opens the resume service with enough data to tell collection scans from index lookups. */
export async function openListFixture(): Promise<ResumeFixture> {
  const service = await openResumeFixture();
  await insertRows(service.connection, { count: ROWS, companies: COMPANIES });
  await service.connection.collection('tags').insertOne({ _id: 3, companyId: 1, title: 't' } as never);
  return service;
}

export type Filter = [type: string, value: string, comparator?: string];
export const sorts = ['created', 'updated', 'recipient', 'completion'];

export const listRequest = (filter: Filter[]) => ({
  filters: filter.map(([type, value, comparator = '']) => ({ type, value, comparator })),
});

/** The query of a call that examines the most keys of a collection. */
export async function mostExpensiveRead(
  { connection }: ResumeFixture,
  collection: string,
  call: () => Promise<unknown>,
) {
  const reads = (await profileQueries(connection, call)).filter(
    (query) => query.collection === collection && query.op === 'query',
  );
  return reads.sort((a, b) => b.keysExamined - a.keysExamined)[0];
}

/** Expects at most 1.2 examined keys per row, or two more keys than rows if there are few rows. */
export function expectEfficient(read: Awaited<ReturnType<typeof mostExpensiveRead>>) {
  const { keysExamined = 0, docsExamined = 0, returned = 0 } = read ?? {};
  expect(keysExamined).toBeLessThanOrEqual(Math.max(1.2 * returned, returned + 2));
  expect(docsExamined).toBeLessThanOrEqual(2 * returned + 2);
}
