import type { ApiReference } from '@vitae/proto/api-reference';

/** Maps the names in the consumption log to addresses: `cv.read` → `GET /api/v1/cv/:id`. */
export function endpointNames({ operations, oauthSteps }: ApiReference): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { name, method, paths } of [...operations, ...oauthSteps])
    if (!names.has(name)) names.set(name, `${method} ${paths[0]}`);
  return new Map([...names].sort(([, a], [, b]) => (a < b ? -1 : 1)));
}
