import type { Route } from '@vitae/gateway/http/route-table';

/** The calls that count against the intensive quota, such as `GET /api/v1/users/search`. */
export function intensiveCallsOf(routes: readonly Pick<Route<unknown>, 'method' | 'paths' | 'quota'>[]): string[] {
  const intensive = routes.filter(({ quota }) => quota === 'intensive');
  return intensive.flatMap(({ method, paths }) => paths.map((path) => `${method} ${path}`)).sort();
}
