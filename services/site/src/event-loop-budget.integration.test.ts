import { sampleSource } from '@vitae/document/sample-source';
import { createLogger } from '@vitae/kit/log';
import { readApiReference } from '@vitae/proto/api-reference';
import { expectWithinBudget } from '@vitae/test/support/event-loop';
import { startOwnersFixture } from '@vitae/test/support/gateway/owner-fixtures';
import { startSettingsFixture } from '@vitae/test/support/gateway/settings-fixture';
import { signedInAt } from '@vitae/test/support/gateway/settings-visitor';
import { createWebVisitor, type WebVisitor } from '@vitae/test/support/gateway/web-visitor';
import express, { type RequestHandler } from 'express';
import { docsRoutes } from './features/docs/docs-routes.tsx';
import { type PublicRoutesDependencies, publicRoutes } from './features/public-cvs/public-routes.ts';

const MB = 1024 * 1024;

const manyFields = (count: number) =>
  Array.from({ length: count }, (_none, index): [string, string] => [`field${index}`, String(index)]);

/** Statuses of forms that are rejected because of their length, before their session is read or after. */
const TOO_LONG = [400, 413];
/** Statuses of forms with a valid token: 403 would mean that only the token was checked. */
const HANDLED = [303, 400, 404, 409, 422, 429];

/** Forms that are expensive to parse or to validate, with the rest of a valid one. */
const forms: readonly [name: string, text: string, statuses: readonly number[]][] = [
  ['empty pairs', '=&'.repeat(MB / 2 - 8), TOO_LONG],
  ['the maximum number of fields', new URLSearchParams(manyFields(990)).toString(), HANDLED],
  ['too many fields', new URLSearchParams(manyFields(20_000)).toString(), TOO_LONG],
  ['a long text', `login=x&email=x&password=${'%C3%A9'.repeat(5_000)}`, HANDLED],
];

/** Sends prepared bytes, because building a form would take time in this process as well. */
function post(url: string, { cookies }: WebVisitor, body: Buffer, statuses: readonly number[]): () => Promise<unknown> {
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    Cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '),
  };
  return async () => {
    const response = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body), redirect: 'manual' });
    await response.arrayBuffer();
    if (!statuses.includes(response.status)) throw new Error(`POST ${url} returned ${response.status}`);
  };
}

/** Requests a page, which must have the given status. */
const page = (visitor: WebVisitor, path: string, expected = 200): [name: string, get: () => Promise<unknown>] => [
  path,
  async () => {
    const { status } = await visitor.get(path);
    if (status !== expected) throw new Error(`GET ${path} returned ${status}`);
  },
];

/** A form that signs out would end the session of all later forms. */
const formsAt = (path: string) =>
  path.endsWith('/sign-out') ? forms.filter(([_name, _text, statuses]) => statuses === TOO_LONG) : forms;

const formsOf = (url: string, visitor: WebVisitor, paths: readonly string[], csrf: string) =>
  paths
    .map((path) => path.replace(':locale', 'fr').replace(':action', 'protect').replace(/:\w+/g, '7'))
    .flatMap((path) =>
      formsAt(path).map(([name, text, statuses]): [string, () => Promise<unknown>] => [
        `${path}, ${name}`,
        post(url + path, visitor, Buffer.from(`csrf=${csrf}&${text}`), statuses),
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
      ...pages.map((name) => page(visitor, `/settings/${name}`)),
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
    const { username, password } = await system.createOwner(gateway);
    await visitor.submit(await visitor.get('/account'), '/account/sign-in', { login: username, password });
    const { text } = await visitor.get('/account');
    expect(text).toContain(username);
    const consent = ['/:locale/oauth/authorize', '/:locale/oauth/sign-in', '/:locale/oauth/sign-out'];
    await expectWithinBudget([
      page(visitor, '/account'),
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
  const { visitor, close } = await serve(docsRoutes(readApiReference(addresses)));
  try {
    const pages = ['/docs', '/docs/openapi.json', '/docs/signing', '/docs/signature-vectors.json'];
    await expectWithinBudget(pages.map((path) => page(visitor, path)));
  } finally {
    await close();
  }
});

test.each([
  ['public', false],
  ['anonymized', true],
])('the page of the largest %s CV does not block other requests', async (_kind, anonymized) => {
  const document = largestSource(anonymized);
  const cv = { companyId: 1, id: 12, userId: 3, userSlug: 'jane', cvSlug: 'main', token: 'token' };
  const location = { ...cv, ...{ published: true, indexed: true, protected: false, main: true, anonymized } };
  let revision = 0;
  const call = {
    // A changed CV is not in the cache of rendered pages.
    ResolveCv: async () => ({ ...location, revision: ++revision }),
    GetExportSource: async () => ({ head: { revision }, document }),
  };
  const { visitor, close } = await serve(
    publicRoutes({
      resume: { call },
      unlocked: { mayOpen: () => true },
      countVisit: () => undefined,
      publicUrl: 'https://vitae.example',
      clock: { now: () => Date.UTC(2026, 10, 22) },
      log: createLogger({ name: 'test', level: 'silent' }),
    } as unknown as PublicRoutesDependencies),
  );
  try {
    await expectWithinBudget([page(visitor, '/p/jane'), page(visitor, '/c/token')]);
  } finally {
    await close();
  }
});

/** A CV of almost 1 MB with the maximum number of experiences, as the resume service returns it for a page. */
function largestSource(anonymized: boolean): Buffer {
  const source = sampleSource({ anonymized });
  const [first] = source.cv.experiences.experience;
  const experience = Array.from({ length: 500 }, (_none, index) => ({
    ...first,
    id: index + 1,
    logo: anonymized ? null : `/pictures/${index}.png`,
    description: `${'A team that builds things. '.repeat(60)}\n`,
  }));
  const logos = Object.fromEntries(
    experience.flatMap(({ logo }) => (logo === null ? [] : [[logo, { contentType: 'image/png', base64: '' }]])),
  );
  return Buffer.from(JSON.stringify({ ...source, cv: { ...source.cv, experiences: { experience } }, logos }));
}

async function serve(routes: RequestHandler): Promise<{ visitor: WebVisitor; close(): Promise<unknown> }> {
  const server = express().use(routes).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  return {
    visitor: createWebVisitor(`http://127.0.0.1:${port}`, '192.0.2.1'),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
