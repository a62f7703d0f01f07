import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { DocumentedRoute } from '@vitae/gateway/http/route-docs';
import { type CompanyRouteDependencies, companyRoutes } from '@vitae/gateway/routes';
import { userRoutes } from '@vitae/gateway/user-api-routes';
import { ownProfileCall } from '@vitae/gateway/features/users/profile';

/** The rows of both APIs for tests that read what they say and call none of them. */
export function documentedRoutes(): DocumentedRoute[] {
  const absent: unknown = new Proxy(() => undefined, { get: () => absent });
  const company = companyRoutes(absent as CompanyRouteDependencies);
  return [...company, ...userRoutes(company, [ownProfileCall(absent as ResumeClient)])];
}
