import type { StoredComment } from '../model.ts';
import type { CommentsDeps } from '../store.ts';

/** Reads comments in the requested order; undefined for those that the company does not have. */
export function getComments({ store }: Pick<CommentsDeps, 'store'>) {
  return async (keys: readonly { companyId: number; id: number }[]): Promise<(StoredComment | undefined)[]> => {
    const comments = await store.find(keys);
    const byKey = new Map(comments.map((comment) => [`${comment.companyId}/${comment.id}`, comment]));
    return keys.map(({ companyId, id }) => byKey.get(`${companyId}/${id}`));
  };
}
