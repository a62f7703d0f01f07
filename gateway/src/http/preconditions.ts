import { invalid, VitaeError } from '@vitae/kit/errors';
import type { RequestContext } from './request-context.ts';

// A change that read XML names the tag of that form, whose revision is the same.
const ETAG = /^"([1-9]\d{0,14})(?:-xml)?"$/;
const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * The revision that If-Match asks for, 0 for any (RFC 9110 section 13.1.1). Of several the current
 * one counts, which is read for that.
 */
export async function ifMatch(
  { request }: RequestContext,
  current: () => Promise<{ revision: number }>,
): Promise<number> {
  const header = request.headers['if-match']?.trim();
  if (header === undefined || header === '') return 0;
  if (header === '*') return (await current()).revision;
  // Weak validators never match strongly; what is not one of our ETags matches nothing.
  const revisions = header
    .split(',')
    .flatMap((tag) => ETAG.exec(tag.trim())?.[1] ?? [])
    .map(Number);
  if (revisions.length === 1) return revisions[0] as number;
  const { revision } = await current();
  if (revisions.includes(revision)) return revision;
  throw new VitaeError('FAILED_PRECONDITION', 'revision_mismatch', 'The If-Match of the call is not the current ETag.');
}

/** A conflict of revisions is to the client an If-Match that does not hold, where the call had one. */
export function asMismatch(ifRevision: number) {
  return (error: unknown): never => {
    if (ifRevision === 0 || !(error instanceof VitaeError) || error.reason !== 'revision_conflict') throw error;
    throw new VitaeError('FAILED_PRECONDITION', 'revision_mismatch', error.message, { cause: error });
  };
}

/** The Idempotency-Key of a creating call; "" for none. */
export function idempotencyKey({ request }: RequestContext): string {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return '';
  if (typeof header === 'string' && KEY.test(header)) return header;
  throw invalid('Idempotency-Key: must be 1 to 255 printable ASCII characters', [
    { field: 'Idempotency-Key', message: 'must be 1 to 255 printable ASCII characters' },
  ]);
}
