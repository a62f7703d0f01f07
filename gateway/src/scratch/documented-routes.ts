import type { DocumentedRoute } from '../routes/call-words.ts';
import { type CompanyRouteDependencies, companyRoutes } from '../routes/company-routes.ts';

/** The rows of the company API for tests that read what they say and call none of them. */
export function documentedRoutes(): DocumentedRoute[] {
  const absent: unknown = new Proxy(() => undefined, { get: () => absent });
  return companyRoutes(absent as CompanyRouteDependencies);
}
