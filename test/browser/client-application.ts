import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CreatedApplication } from '@vitae/accounts/applications/applications';
import { callStep, type Token, tokenIn } from '../support/gateway/oauth-consumer.ts';
import type { ScratchOwners, ScratchOwnersGateway } from '../support/gateway/owner-fixtures.ts';

/** An integrator's web application: it asks for tokens and is called back. */
export type ClientApplication = {
  application: CreatedApplication;
  callback: string;
  /** Addresses at which browsers came back, the oldest first. */
  calls: URL[];
  requestToken(callback?: string): Promise<Token>;
  authorizeUrl(token: Token, locale?: string): string;
  /** The status and fields of the answer. */
  accessToken(token: Token, verifier: string): Promise<{ status: number; fields: URLSearchParams }>;
  close(): Promise<void>;
};

export async function startClientApplication(
  { company }: Pick<ScratchOwners, 'company'>,
  gateway: ScratchOwnersGateway,
  name = 'Jobs & Co',
): Promise<ClientApplication> {
  const calls: URL[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    if (url.pathname === '/connected') calls.push(url);
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
    calls,
    requestToken: async (wanted = callback) => {
      const protocol = { oauth_callback: wanted };
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
