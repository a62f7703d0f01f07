import type { Route } from './route-table.ts';

/**
 * The operations whose responses are compressed: lists and tables without secrets. All others are not, because the length
 * of a compressed response can reveal a secret in it to someone who can choose other texts of the response (BREACH). So
 * CVs and lists of CVs, which contain private links and unguessable addresses of files and pictures, tokens, sign-in
 * links and exports must not be added. A test compares the list with the fields in the reference.
 */
export const compressibleOperations: ReadonlySet<string> = new Set([
  'users.list',
  'users.search',
  'users.created',
  'users.updated',
  'users.lastdelete',
  'users.tags.list',
  'user.stats',
  'comments.list',
  'tags.list',
  'tags.users',
  'cv.list-by-status',
  'preferences.list',
  'metadata.search',
  'metadata.read',
  'baseslist.read',
  'displays.list',
  'own.user.stats',
  'own.comments.list',
  'own.cv.list-by-status',
  'own.preferences.list',
  'own.metadata.search',
  'own.metadata.read',
  'own.baseslist.read',
]);

export function isCompressible({ name }: Pick<Route<never>, 'name'>): boolean {
  return compressibleOperations.has(name);
}
