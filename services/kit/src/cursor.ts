import { createHash } from 'node:crypto';
import { z } from 'zod';
import { VitaeError } from './errors.ts';

/**
 * Encodes the position of the last row of a page as an opaque cursor that is bound to its query. The cursor is not
 * signed: it contains only values from the page, and the next page is scoped by the caller like the first.
 */
export function encodeCursor(query: unknown, position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify([fingerprint(query), ...position])).toString('base64url');
}

/**
 * Returns the position encoded in a cursor.
 * @throws {VitaeError} INVALID_ARGUMENT invalid_cursor if the cursor is malformed or belongs to another query.
 */
export function decodeCursor<S extends z.ZodType>(query: unknown, cursor: string, position: S): z.output<S> {
  const decoded = z.tuple([z.literal(fingerprint(query))], z.unknown()).safeParse(readCursor(cursor));
  const parsed = decoded.success ? position.safeParse(decoded.data.slice(1)) : undefined;
  if (parsed?.success) return parsed.data;
  throw new VitaeError('INVALID_ARGUMENT', 'invalid_cursor', 'The cursor is malformed or belongs to another query.', {
    details: [{ field: 'cursor', message: 'must be a cursor returned by the same query' }],
  });
}

function readCursor(cursor: string): unknown {
  if (cursor.length > 2_048) return undefined;
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined; // not a cursor
  }
}

function fingerprint(query: unknown): string {
  return createHash('sha256').update(JSON.stringify(query)).digest('base64url').slice(0, 11);
}
