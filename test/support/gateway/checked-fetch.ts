import { openApiDocument } from '@vitae/gateway/openapi/document';
import { documentedRoutes } from '@vitae/gateway/openapi/documented-routes';
import { type ApiDocument, createResponseValidator, type ReceivedResponse } from './response-validator.ts';

const url = 'https://api.example.com';
const document = openApiDocument({
  routes: documentedRoutes(),
  companyApiUrl: url,
  userApiUrl: url,
  oauthUrl: url,
  examples: {},
});
const validator = createResponseValidator(document as unknown as ApiDocument);

/** Throws if a response does not conform to the OpenAPI document. */
export function checkResponse(method: string, address: string | URL, response: ReceivedResponse): void {
  const { pathname } = new URL(address);
  // Probes are not part of an API.
  if (!/^\/(?:healthz|readyz)$/.test(pathname)) validator.validate(method, pathname, response);
}

/** Fetches a URL of an API and checks the response against the OpenAPI document. */
export async function checkedFetch(address: string | URL, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(address, init);
  const { status, headers } = response;
  checkResponse(init.method ?? 'GET', address, { status, headers, text: await response.clone().text() });
  return response;
}
