import { problems } from '@vitae/accounts/signatures/oauth/oauth-problem';
import { type ApiReference, addressPlaceholders } from '@vitae/proto/api-reference';
import { operationGroups } from '../http/operation.ts';
import { oauthRoutes } from '../routes.ts';
import { openApiDocument } from './document.ts';
import { documentedRoutes } from './documented-routes.ts';
import { errorsOf } from './errors.ts';
import { readRecordedExamples } from './examples.ts';

/** Describes both APIs for the pages under /docs and for the consumption and limits pages. */
export function buildApiReference(): ApiReference {
  const routes = documentedRoutes();
  const examples = readRecordedExamples();
  const { COMPANY_API_URL: companyApiUrl, USER_API_URL: userApiUrl, OAUTH_URL: oauthUrl } = addressPlaceholders;
  return {
    document: openApiDocument({ routes, companyApiUrl, userApiUrl, oauthUrl, examples }),
    groups: [...operationGroups],
    operations: routes.map((route) => ({
      name: route.name,
      group: route.group,
      method: route.method,
      paths: [...route.paths],
      quota: route.quota,
      api: route.api,
      apiKeyAlone: route.apiKeyAlone,
      summary: route.summary,
      description: route.description,
      errors: [...errorsOf(route)],
      example: examples[route.name],
    })),
    oauthSteps: oauthRoutes.map(({ name, path }) => ({ name, method: 'GET', paths: [path] })),
    oauthProblems: [...problems],
  };
}
