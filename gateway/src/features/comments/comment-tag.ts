import { VitaeError } from '@vitae/kit/errors';
import type { Call } from '../../http/request-context.ts';

/** Which comment, and which revision of it: 0 for any. */
export type CommentVersion = { id: number; revision: number };

const ANY: CommentVersion = { id: 0, revision: 0 };

/** The address of a comment is of whichever is the latest: its revision alone does not say which one was read. */
export function commentTag({ id, revision }: CommentVersion): string {
  return `"${id}-${revision}"`;
}

/** The comment that If-Match asks for. Of several the current one counts, which is read for that. */
export async function commentMatch(
  { request }: Pick<Call, 'request'>,
  current: () => Promise<CommentVersion>,
): Promise<CommentVersion> {
  const header = request.headers['if-match']?.trim();
  if (header === undefined || header === '') return ANY;
  const tags = header.split(',').map((tag) => tag.trim());
  const now = await current();
  if (header === '*' || tags.includes(commentTag(now))) return now;
  throw new VitaeError('FAILED_PRECONDITION', 'revision_mismatch', 'The If-Match of the call is not the current ETag.');
}
