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

/** Throws when an answer of an API is not one that the OpenAPI document allows. */
export function checkResponse(method: string, address: string | URL, answer: ReceivedResponse): void {
  const { pathname } = new URL(address);
  // Probes are the operator's, and no part of an API.
  if (!/^\/(?:healthz|readyz)$/.test(pathname)) validator.validate(method, pathname, answer);
}

/** A call of an API, whose answer is held to the OpenAPI document before a test sees it. */
export async function checkedFetch(address: string | URL, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(address, init);
  const { status, headers } = response;
  checkResponse(init.method ?? 'GET', address, { status, headers, text: await response.clone().text() });
  return response;
}
