import { readApiReference } from '@vitae/proto/api-reference';
import { expectWithinBudget } from '@vitae/test/support/event-loop';
import { startOwnersFixture } from '@vitae/test/support/gateway/owner-fixtures';
import { startSettingsFixture } from '@vitae/test/support/gateway/settings-fixture';
import { signedInAt } from '@vitae/test/support/gateway/settings-visitor';
import { createWebVisitor, type WebVisitor } from '@vitae/test/support/gateway/web-visitor';
import express from 'express';
import { docsRoutes } from './features/docs/docs-routes.tsx';

const MB = 1024 * 1024;

const manyFields = (count: number) =>
  Array.from({ length: count }, (_none, index): [string, string] => [`field${index}`, String(index)]);

/** Forms that are expensive to parse or to validate, with the rest of a valid one. */
const forms: readonly [name: string, text: string][] = [
  ['empty pairs', '=&'.repeat(MB / 2 - 8)],
  ['the maximum number of fields', new URLSearchParams(manyFields(990)).toString()],
  ['too many fields', new URLSearchParams(manyFields(20_000)).toString()],
  ['a long text', `login=x&email=x&password=${'%C3%A9'.repeat(5_000)}`],
];

/** Sends prepared bytes, because building a form would take time in this process as well. */
function post(url: string, { cookies }: WebVisitor, body: Buffer): () => Promise<unknown> {
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    Cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '),
  };
  return async () => {
    const response = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body), redirect: 'manual' });
    await response.arrayBuffer();
  };
}

const formsOf = (url: string, visitor: WebVisitor, paths: readonly string[], csrf: string) =>
  paths
    .map((path) => path.replace(':locale', 'fr').replace(/:\w+/g, '7'))
    .flatMap((path) =>
      forms.map(([name, text]): [string, () => Promise<unknown>] => [
        `${path}, ${name}`,
        post(url + path, visitor, Buffer.from(`csrf=${csrf}&${text}`)),
      ]),
    );

const csrfIn = (text: string) => /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? '';

test('no page or form of the settings blocks other requests', async () => {
  const system = await startSettingsFixture(process.env);
  try {
    const gateway = await system.start();
    const visitor = await signedInAt(gateway, await system.createAdministrator(gateway, 'owner'));
    const pages = ['keys', 'consumption', 'signature', 'applications', 'limits', 'team', 'audit', 'security'];
    const { text } = await visitor.get('/settings/keys/new');
    expect(csrfIn(text)).not.toBe('');
    await expectWithinBudget([
      ...pages.map((page): [string, () => Promise<unknown>] => [page, () => visitor.get(`/settings/${page}`)]),
      ...formsOf(gateway.url, visitor, gateway.posts, csrfIn(text)),
    ]);
  } finally {
    await system.close();
  }
});

test('no page or form of owners blocks other requests', async () => {
  const system = await startOwnersFixture(process.env);
  try {
    const gateway = await system.start();
    const visitor = createWebVisitor(gateway.url, system.newAddress());
    const { text } = await visitor.get('/account');
    const consent = ['/:locale/oauth/authorize', '/:locale/oauth/sign-in', '/:locale/oauth/sign-out'];
    await expectWithinBudget([
      ['the account page', () => visitor.get('/account')],
      ['the consent page', () => visitor.get(`/fr/oauth/authorize?oauth_token=${'x'.repeat(4_000)}`)],
      ...formsOf(gateway.url, visitor, [...gateway.posts, ...consent], csrfIn(text)),
    ]);
  } finally {
    await system.close();
  }
});

test('no page of the documentation blocks other requests', async () => {
  const addresses = {
    COMPANY_API_URL: 'https://a.example',
    USER_API_URL: 'https://b.example',
    OAUTH_URL: 'https://c.example',
  };
  const app = express().use(docsRoutes(readApiReference(addresses)));
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const visitor = createWebVisitor(`http://127.0.0.1:${(server.address() as { port: number }).port}`, '192.0.2.1');
  try {
    const pages = ['/docs', '/docs/openapi.json', '/docs/signing', '/docs/signature-vectors.json'];
    await expectWithinBudget(pages.map((page) => [page, () => visitor.get(page)]));
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});
