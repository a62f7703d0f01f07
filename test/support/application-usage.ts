import { randomUUID } from 'node:crypto';
import { createWebVisitor, newAddress } from './gateway/web-visitor.ts';
import { authorize, type OwnerCredentials } from './oauth-authorization.ts';
import type { TestCluster } from './test-cluster.ts';
import { until } from './until.ts';
import { type Consumer, oauthSigner } from './user-api.ts';

/**
 * Connects an application to a CV of a new owner. Returns a function that reads the private links of the CV as the
 * application and opens them. If earlier services have just replaced those of the gateway's release, the gateway may give
 * links that they do not know, until it notices this within ten seconds.
 *
 * @param createCv creates a CV and returns its id
 */
export async function createApplicationUsage(
  cluster: TestCluster,
  createCv: (userId: number) => Promise<number>,
): Promise<(areServicesEarlier: boolean) => Promise<unknown>> {
  const url = `http://localhost:${cluster.environment.PORT}`;
  const company = ['--company', String(cluster.demo.companyId)];
  const username = `linked-${randomUUID().slice(0, 8)}`;
  const names = ['--firstname', 'Grace', '--lastname', 'Hopper'];
  const identity = ['--username', username, '--email', `${username}@example.com`, ...names];
  const owner = await cluster.vitae<OwnerCredentials & { id: number }>('user', 'create', ...company, ...identity);
  const cv = await createCv(owner.id);
  const application = ['--name', 'Jobs', '--callback', 'oob'];
  const consumer = await cluster.vitae<Consumer>('app', 'create', ...company, ...application);
  const token = await authorize(url, consumer, (address) => approve(address, owner));
  const signer = oauthSigner(consumer);
  const visitor = createWebVisitor(url, newAddress());

  /** A process that was just replaced can be unreachable for a moment. */
  const read = (path: string) =>
    until(`a response from ${path}`, async () => {
      const headers = { ...signer.toHeader(signer.authorize({ url: url + path, method: 'GET' }, token)) };
      const response = await fetch(url + path, { headers });
      if (response.status === 503) throw new Error(await response.text());
      expect({ path, status: response.status }).toEqual({ path, status: 200 });
      return response.json();
    });
  return (areServicesEarlier) =>
    until('links that open', async () => {
      const { printable } = await read(`/cv/${cv}`);
      const { pdf } = await read(`/cv/${cv}/pdf`);
      for (const link of [printable.pdf, pdf]) {
        const { pathname, search } = new URL(link);
        const { status, text } = await visitor.get(pathname + search);
        if (status === 202 || status === 503 || (areServicesEarlier && status === 404)) return false;
        expect({ link, status, start: text.slice(0, 5) }).toEqual({ link, status: 200, start: '%PDF-' });
      }
      return true;
    });
}

/** Signs in, gives access to all CVs and returns the displayed verifier. */
async function approve(address: string, { username, password }: OwnerCredentials): Promise<string> {
  const { origin, pathname, search } = new URL(address);
  const visitor = createWebVisitor(origin, newAddress());
  const signIn = await visitor.get(pathname + search);
  await visitor.submit(signIn, '/en/oauth/sign-in', { login: username, password });
  const form = await visitor.get(pathname + search);
  const { text } = await visitor.submitAndFollow(form, pathname, { decision: 'allow', cvs: 'all', data: 'profile' });
  const verifier = text.slice(text.indexOf('>', text.indexOf('<output')) + 1, text.indexOf('</output>'));
  expect(verifier).toMatch(/^[\w-]+$/);
  return verifier;
}
