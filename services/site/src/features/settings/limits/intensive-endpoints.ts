import type { ApiReference } from '@vitae/proto/api-reference';

/** Lists the endpoints of the company API that count against the intensive quota, such as `GET /api/v1/users/search`. */
export function intensiveEndpoints({ operations }: ApiReference): string[] {
  const intensive = operations.filter(({ api, quota }) => api === 'company' && quota === 'intensive');
  return intensive.flatMap(({ method, paths }) => paths.map((path) => `${method} ${path}`)).sort();
}
