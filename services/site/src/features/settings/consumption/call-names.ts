import type { Route } from '@vitae/gateway/http/route-table';

/** The calls by the names that the consumption log has: `cv.read` → `GET /api/v1/cv/:id`. */
export function callNamesOf(
  routes: readonly Pick<Route<unknown>, 'name' | 'method' | 'paths'>[],
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { name, method, paths } of routes) if (!names.has(name)) names.set(name, `${method} ${paths[0]}`);
  return new Map([...names].sort(([, a], [, b]) => (a < b ? -1 : 1)));
}
