import { profileQueries } from '../kit/query-profile.ts';
import { openScratchResume, type ScratchResume } from './resume-fixture.ts';
import { insertScratchRows } from './row-fixtures.ts';

const ROWS = 10_000;
/** Of every four, two are the company's, and one each of two others. */
const COMPANIES = [1, 1, 2, 3];

/** The resume service with companies that are large enough to tell a scan from a search. */
export async function openScratchLists(): Promise<ScratchResume> {
  const service = await openScratchResume();
  await insertScratchRows(service.connection, { count: ROWS, companies: COMPANIES });
  await service.connection.collection('tags').insertOne({ _id: 3, companyId: 1, title: 't' } as never);
  return service;
}

export type Filter = [type: string, value: string, comparator?: string];
export const sorts = ['created', 'updated', 'recipient', 'completion'];

export const listOf = (filter: Filter[]) => ({
  filters: filter.map(([type, value, comparator = '']) => ({ type, value, comparator })),
});

/** The dearest read of a collection that a call makes. */
export async function dearest({ connection }: ScratchResume, collection: string, call: () => Promise<unknown>) {
  const reads = (await profileQueries(connection, call)).filter(
    (query) => query.collection === collection && query.op === 'query',
  );
  return reads.sort((a, b) => b.keysExamined - a.keysExamined)[0];
}

/** At most 1.2 keys for each row, the row that tells whether there is a next page counted; 2 where next to nothing is returned. */
export function expectCheap(read: Awaited<ReturnType<typeof dearest>>) {
  const { keysExamined = 0, docsExamined = 0, returned = 0 } = read ?? {};
  expect(keysExamined).toBeLessThanOrEqual(Math.max(1.2 * returned, returned + 2));
  expect(docsExamined).toBeLessThanOrEqual(2 * returned + 2);
}
