import type { Connection } from 'mongoose';
import { insertRows, type RowOptions } from '../support/resume/row-fixtures.ts';

/** Has one of every five users, four others the rest. */
export const COMPANY = 1;
export const TAG = 3;

/** So many users of five companies, each with one CV if CVs are wanted. */
export async function seedUsers(
  connection: Connection,
  count: number,
  collections?: NonNullable<RowOptions['collections']>,
): Promise<void> {
  await connection.collection('tags').insertOne({ _id: TAG, companyId: COMPANY, title: 't' } as never);
  await insertRows(connection, { count, companies: [COMPANY, 2, 3, 4, 5], ...(collections && { collections }) });
}
