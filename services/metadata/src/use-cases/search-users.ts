import { decodeCursor, encodeCursor } from '@vitae/kit/cursor';
import { z } from 'zod';
import { parsePattern } from '../keys/pattern.ts';
import type { MetadataDeps } from '../store.ts';

export type SearchUsersQuery = {
  companyId: number;
  pattern: string;
  limit: number;
  cursor: string;
  signal: AbortSignal;
};
export type UserPage = { userIds: number[]; next: string };

const position = z.tuple([z.int().nonnegative()]);

/**
 * Searches users of a company by key or key prefix, by ascending id.
 * @throws {VitaeError} INVALID_ARGUMENT invalid_cursor when the cursor belongs to another query
 */
export function searchUsers({ store }: MetadataDeps) {
  return async ({ companyId, pattern, limit, cursor, signal }: SearchUsersQuery): Promise<UserPage> => {
    const query = ['metadata', companyId, pattern];
    const [after] = cursor === '' ? [0] : decodeCursor(query, cursor, position);
    const { userIds, next } = await store.search(companyId, parsePattern(pattern), { after, limit }, signal);
    return { userIds, next: next === undefined ? '' : encodeCursor(query, [next]) };
  };
}
