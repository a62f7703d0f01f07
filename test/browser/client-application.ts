import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CreatedApplication } from '@vitae/accounts/applications/applications';
import { callStep, type Token, tokenIn } from '../support/gateway/oauth-consumer.ts';
import type { OwnersFixture, OwnersGateway } from '../support/gateway/owner-fixtures.ts';

/** An OAuth client application with a web server for callbacks. */
export type ClientApplication = {
  application: CreatedApplication;
  callback: string;
  /** URLs of the received callbacks, oldest first. */
  callbacks: URL[];
  requestToken(callback?: string): Promise<Token>;
  authorizeUrl(token: Token, locale?: string): string;
  /** Requests an access token and returns the status and the fields of the response. */
  accessToken(token: Token, verifier: string): Promise<{ status: number; fields: URLSearchParams }>;
  close(): Promise<void>;
};

export async function startClientApplication(
  { company }: Pick<OwnersFixture, 'company'>,
  gateway: OwnersGateway,
  name = 'Jobs & Co',
): Promise<ClientApplication> {
  const callbacks: URL[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    if (url.pathname === '/connected') callbacks.push(url);
    response
      .setHeader('Content-Type', 'text/html')
      .end('<!doctype html><title>Jobs</title><h1>Welcome back to Jobs</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const callback = `http://localhost:${(server.address() as AddressInfo).port}/connected?shop=1`;
  const application = await gateway.applications.create({ companyId: company.id, name, callbacks: [callback, 'oob'] });
  const { consumerKey, consumerSecret: key } = application;
  const caller = { publicUrl: gateway.url, signer: { consumerKey, key } };
  return {
    application,
    callback,
    callbacks,
    requestToken: async (callbackUrl = callback) => {
      const protocol = { oauth_callback: callbackUrl };
      return tokenIn((await callStep({ ...caller, step: 'requestToken', protocol, now: Date.now() })).fields);
    },
    authorizeUrl: ({ token }, locale = 'en') => `${gateway.url}/${locale}/oauth/authorize?oauth_token=${token}`,
    accessToken: (token, verifier) => {
      const signer = { consumerKey, key, token };
      const protocol = { oauth_verifier: verifier };
      return callStep({ ...caller, signer, step: 'accessToken', protocol, now: Date.now() });
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
