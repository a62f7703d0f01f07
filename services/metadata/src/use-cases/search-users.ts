import { decodeCursor, encodeCursor } from '@vitae/kit/cursor';
import { z } from 'zod';
import { parsePattern } from '../keys/pattern.ts';
import type { MetadataStore } from '../store.ts';

export type SearchUsers = { companyId: number; pattern: string; limit: number; cursor: string };
export type UserPage = { userIds: number[]; next: string };

const position = z.tuple([z.int().nonnegative()]);

/** Users of a company who hold a key, or a key that starts so, by ascending id. */
export function createSearchUsers(store: MetadataStore) {
  return async ({ companyId, pattern, limit, cursor }: SearchUsers): Promise<UserPage> => {
    const query = ['metadata', companyId, pattern];
    const [after] = cursor === '' ? [0] : decodeCursor(query, cursor, position);
    const { userIds, next } = await store.search(companyId, parsePattern(pattern), { after, limit });
    return { userIds, next: next === undefined ? '' : encodeCursor(query, [next]) };
  };
}
