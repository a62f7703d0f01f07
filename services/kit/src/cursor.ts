import { createHash } from 'node:crypto';
import { z } from 'zod';
import { VitaeError } from './errors.ts';

/**
 * An opaque cursor: the position of the last row of a page, bound to the query it belongs to.
 * It is not signed: it holds nothing but values that the reader has seen, and the next page is
 * scoped by the caller like the first.
 */
export function encodeCursor(query: unknown, position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify([fingerprint(query), ...position])).toString('base64url');
}

/** The position in a cursor; INVALID_ARGUMENT when it is damaged or of another query. */
export function decodeCursor<S extends z.ZodType>(query: unknown, cursor: string, position: S): z.output<S> {
  const decoded = z.tuple([z.literal(fingerprint(query))], z.unknown()).safeParse(readCursor(cursor));
  const parsed = decoded.success ? position.safeParse(decoded.data.slice(1)) : undefined;
  if (parsed?.success) return parsed.data;
  throw new VitaeError('INVALID_ARGUMENT', 'invalid_cursor', 'The cursor is damaged or belongs to another query.', {
    details: [{ field: 'cursor', message: 'must be one that the same query answered' }],
  });
}

function readCursor(cursor: string): unknown {
  if (cursor.length > 2_048) return undefined;
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined; // not one of ours
  }
}

function fingerprint(query: unknown): string {
  return createHash('sha256').update(JSON.stringify(query)).digest('base64url').slice(0, 11);
}
