import { createFetch, type VitaeOptions } from './vitae-auth.ts';

/** The part of openapi-fetch's `Middleware` that is used. */
export type SigningMiddleware = { onRequest(given: { request: Request }): Promise<Response> };

/**
 * A middleware of openapi-fetch that signs requests and retries them. Register it last, because it also sends the
 * request: changes of later middlewares would not be signed.
 */
export function signingMiddleware(options: VitaeOptions): SigningMiddleware {
  const send = createFetch(options);
  return { onRequest: ({ request }) => send(request) };
}
