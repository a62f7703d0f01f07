import type { ResumeClient } from '../clients/resume-client.ts';
import type { DocumentedRoute } from '../routes/call-words.ts';
import { type CompanyRouteDependencies, companyRoutes } from '../routes/company-routes.ts';
import { userRoutes } from '../routes/owner-addresses.ts';
import { ownProfileCall } from '../routes/profile.ts';

/** The rows of both APIs for tests that read what they say and call none of them. */
export function documentedRoutes(): DocumentedRoute[] {
  const absent: unknown = new Proxy(() => undefined, { get: () => absent });
  const company = companyRoutes(absent as CompanyRouteDependencies);
  return [...company, ...userRoutes(company, [ownProfileCall(absent as ResumeClient)])];
}
