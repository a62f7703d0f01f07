import type { Connection } from 'mongoose';
import { insertRows, type RowOptions } from '../support/resume/row-fixtures.ts';

/** One of five companies with equally many users. */
export const COMPANY = 1;
export const TAG = 3;

/** Creates users of five companies. Each has one CV unless `collections` excludes CVs. */
export async function seedUsers(
  connection: Connection,
  count: number,
  collections?: NonNullable<RowOptions['collections']>,
): Promise<void> {
  await connection.collection('tags').insertOne({ _id: TAG, companyId: COMPANY, title: 't' } as never);
  await insertRows(connection, { count, companies: [COMPANY, 2, 3, 4, 5], ...(collections && { collections }) });
}
