import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CreatedApplication } from '@vitae/gateway/oauth/applications';
import { signRequest, toAuthorizationHeader } from '@vitae/gateway/oauth/sign-request';
import { checkedFetch } from '@vitae/gateway/scratch/checked-fetch';
import type { ScratchOwners, ScratchOwnersGateway } from '@vitae/gateway/scratch/scratch-owners';

export type Token = { token: string; secret: string };

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
  const call = async (step: string, token: Token | undefined, protocol: Record<string, string>) => {
    const url = `${gateway.url}/fr/oauth/${step}`;
    const signer = {
      consumerKey: application.consumerKey,
      key: application.consumerSecret,
      ...(token ? { token } : {}),
    };
    const Authorization = toAuthorizationHeader(signRequest(signer, { method: 'GET', url, protocol }));
    const answer = await checkedFetch(url, { headers: { Authorization } });
    return { status: answer.status, fields: new URLSearchParams(await answer.text()) };
  };
  return {
    application,
    callback,
    calls,
    requestToken: async (wanted = callback) => {
      const { fields } = await call('requestToken', undefined, { oauth_callback: wanted });
      return { token: fields.get('oauth_token') ?? '', secret: fields.get('oauth_token_secret') ?? '' };
    },
    authorizeUrl: ({ token }, locale = 'en') => `${gateway.url}/${locale}/oauth/authorize?oauth_token=${token}`,
    accessToken: (token, verifier) => call('accessToken', token, { oauth_verifier: verifier }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
