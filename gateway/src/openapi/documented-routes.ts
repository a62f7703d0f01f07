import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { ownProfileCall } from '../features/users/profile.ts';
import type { DocumentedRoute } from '../http/route-docs.ts';
import { type CompanyRouteDependencies, companyRoutes } from '../routes.ts';
import { userRoutes } from '../user-api-routes.ts';

/** The routes of both APIs for readers of their descriptions. Their handlers must not be called. */
export function documentedRoutes(): DocumentedRoute[] {
  const absent: unknown = new Proxy(() => undefined, { get: () => absent });
  const company = companyRoutes(absent as CompanyRouteDependencies);
  return [...company, ...userRoutes(company, [ownProfileCall(absent as ResumeClient)])];
}
