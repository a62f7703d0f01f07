import type { CommentStore, StoredComment } from '../store.ts';

/** The comments asked for, in that order; undefined where there is none within the company. */
export function createGetComments(store: CommentStore) {
  return async (asked: readonly { companyId: number; id: number }[]): Promise<(StoredComment | undefined)[]> => {
    const found = new Map((await store.find(asked)).map((one) => [`${one.companyId}/${one.id}`, one]));
    return asked.map(({ companyId, id }) => found.get(`${companyId}/${id}`));
  };
}
