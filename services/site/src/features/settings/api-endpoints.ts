import type { ApiReference } from '@vitae/proto/api-reference';

/** Lists the endpoints of the company API that count against the intensive quota, such as `GET /api/v1/users/search`. */
export function intensiveEndpoints({ operations }: ApiReference): string[] {
  const intensive = operations.filter(({ api, quota }) => api === 'company' && quota === 'intensive');
  return intensive.flatMap(({ method, paths }) => paths.map((path) => `${method} ${path}`)).sort();
}

/** Maps the names in the consumption log to addresses: `cv.read` → `GET /api/v1/cv/:id`. */
export function endpointNames({ operations, oauthSteps }: ApiReference): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { name, method, paths } of [...operations, ...oauthSteps])
    if (!names.has(name)) names.set(name, `${method} ${paths[0]}`);
  return new Map([...names].sort(([, a], [, b]) => (a < b ? -1 : 1)));
}
