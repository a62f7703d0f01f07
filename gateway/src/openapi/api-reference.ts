import { type ApiReference, addressPlaceholders } from '@vitae/proto/api-reference';
import { problems } from '../auth/oauth/oauth-problem.ts';
import { OAUTH_CALLS } from '../features/oauth-tokens/oauth-routes.ts';
import { callGroups } from '../http/route-docs.ts';
import { openApiDocument } from './document.ts';
import { documentedRoutes } from './documented-routes.ts';
import { errorsOf } from './errors.ts';
import { readRecordedCalls } from './examples.ts';

/** Describes both APIs for the pages under /docs and for the consumption and limits pages. */
export function buildApiReference(): ApiReference {
  const routes = documentedRoutes();
  const examples = readRecordedCalls();
  const { COMPANY_API_URL: companyApiUrl, USER_API_URL: userApiUrl, OAUTH_URL: oauthUrl } = addressPlaceholders;
  return {
    document: openApiDocument({ routes, companyApiUrl, userApiUrl, oauthUrl, examples }),
    groups: [...callGroups],
    operations: routes.map((route) => ({
      name: route.name,
      group: route.group,
      method: route.method,
      paths: [...route.paths],
      quota: route.quota,
      api: route.apiKeyAlone === undefined ? 'company' : 'user',
      apiKeyAlone: route.apiKeyAlone ?? false,
      summary: route.summary,
      description: route.description,
      errors: [...errorsOf(route)],
      example: examples[route.name],
    })),
    oauthSteps: Object.values(OAUTH_CALLS).map((step) => ({ ...step, paths: [...step.paths] })),
    oauthProblems: [...problems],
  };
}
