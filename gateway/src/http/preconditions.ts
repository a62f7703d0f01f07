import { invalid, VitaeError } from '@vitae/kit/errors';
import type { Operation } from './operation.ts';
import type { RequestContext } from './request-context.ts';

// The XML form of a document, and that for an application, have the same revision.
const ETAG = /^"([1-9]\d{0,14})(?:-app[1-9]\d{0,14})?(?:-xml)?"$/;
const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Returns the revision that If-Match requires, or 0 for any (RFC 9110 section 13.1.1). Reads the current revision unless
 * exactly one tag in the header is valid.
 */
export async function ifMatch(context: RequestContext, current: () => Promise<{ revision: number }>): Promise<number> {
  const header = ifMatchOf(context);
  if (header === undefined) return 0;
  if (header === '*') return (await current()).revision;
  // Weak and malformed tags never match.
  const revisions = header
    .split(',')
    .flatMap((tag) => ETAG.exec(tag.trim())?.[1] ?? [])
    .map(Number);
  if (revisions.length === 1) return revisions[0] as number;
  const { revision } = await current();
  if (revisions.includes(revision)) return revision;
  throw new VitaeError('FAILED_PRECONDITION', 'revision_mismatch', 'The If-Match header is not the current ETag.');
}

/** Makes a conditional operation report a revision conflict as a failed If-Match, if the request has one. */
export function withPreconditions<D>(handle: Operation<D>['handle']): Operation<D>['handle'] {
  return (context, dependencies) =>
    handle(context, dependencies).catch((error: unknown) => {
      if (!ifMatchOf(context) || !(error instanceof VitaeError) || error.reason !== 'revision_conflict') throw error;
      throw new VitaeError('FAILED_PRECONDITION', 'revision_mismatch', error.message, { cause: error });
    });
}

/** Returns the If-Match header; undefined if it is missing or empty. */
export function ifMatchOf({ request }: Pick<RequestContext, 'request'>): string | undefined {
  return request.headers['if-match']?.trim() || undefined;
}

/** Returns the Idempotency-Key, or an empty string. */
export function idempotencyKey({ request }: RequestContext): string {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return '';
  if (typeof header === 'string' && KEY.test(header)) return header;
  throw invalid('Idempotency-Key: must be 1 to 255 printable ASCII characters', [
    { field: 'Idempotency-Key', message: 'must be 1 to 255 printable ASCII characters' },
  ]);
}
