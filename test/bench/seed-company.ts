import { insertScratchRows, type ScratchRows } from '../support/resume/row-fixtures.ts';
import type { Connection } from 'mongoose';

/** Has one of every five users, four others the rest. */
export const COMPANY = 1;
export const TAG = 3;

/** So many users of five companies, each with one CV if CVs are wanted. */
export async function seedUsers(
  connection: Connection,
  count: number,
  wanted?: NonNullable<ScratchRows['wanted']>,
): Promise<void> {
  await connection.collection('tags').insertOne({ _id: TAG, companyId: COMPANY, title: 't' } as never);
  await insertScratchRows(connection, { count, companies: [COMPANY, 2, 3, 4, 5], ...(wanted && { wanted }) });
}
