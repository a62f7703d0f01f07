import type { CreatedApplication } from '@vitae/accounts/applications/applications';
import { tokenDigest } from '@vitae/accounts/applications/token';
import { accessTokenRecord } from '@vitae/accounts/grants/grant-store';
import { createOwnerAccess, type OwnerAccess } from '@vitae/accounts/grants/owner-access';
import { createSecretBox } from '@vitae/accounts/secrets/secret-box';
import { systemClock } from '@vitae/kit/clock';
import { keyRing } from '@vitae/kit/key-ring';
import { checkedFetch } from '@vitae/test/support/gateway/checked-fetch';
import { sampleCv } from '@vitae/test/support/gateway/sample-cv';
import { signRequest, toAuthorizationHeader } from '@vitae/test/support/gateway/sign-request';
import { type SystemFixture, signPath, startSystemFixture } from '@vitae/test/support/gateway/system-fixture';

const PUBLIC_URL = 'http://localhost:8080';
const SITE = 'http://localhost:9090';
const OWN = 'https://own.example';
const OTHER = 'https://other.example';
const UNKNOWN = 'https://unknown.example';
const CV = 7;
const TOKEN = { token: 'token', secret: 'token secret' };
const REQUEST_TOKEN = '/en/oauth/requestToken';

let system: SystemFixture;
let url: string;
let owners: OwnerAccess;
let application: CreatedApplication;

beforeAll(async () => {
  system = await startSystemFixture(process.env);
  const { connection, redis, company } = system;
  const box = createSecretBox(keyRing('keys').parse(system.masterKeys));
  owners = createOwnerAccess({ connection, redis, box, clock: systemClock });
  const register = (origin: string) =>
    owners.applications.create({ companyId: company.id, name: 'Jobs', callbacks: ['oob'], origins: [origin] });
  application = await register(OWN);
  await register(OTHER);
  const digest = tokenDigest(TOKEN.token);
  const token = { digest, sealedSecret: box.seal(TOKEN.secret, accessTokenRecord(digest)), createdAt: new Date() };
  const grant = { applicationId: application.id, companyId: company.id, userId: 9, createdAt: new Date() };
  await owners.grants.addToken({ ...grant, lastUsedAt: null }, token);
  system.resume.cvs.set(CV, { companyId: company.id, revision: 1, json: sampleCv(CV) });
  ({ url } = await system.start({ environment: { SITE_URL: SITE } }));
});
afterAll(() => system.close());

type Sent = {
  method?: string;
  origin?: string | undefined;
  key?: string;
  token?: typeof TOKEN | null;
  header?: string;
};

/** Sends a request that the application signed. `header` is added to its Authorization header. */
function send(path: string, { method = 'GET', origin, key, token = TOKEN, header = '' }: Sent = {}) {
  const signer = {
    consumerKey: application.consumerKey,
    key: key ?? application.consumerSecret,
    ...(token && { token }),
  };
  const protocol = token ? {} : { oauth_callback: 'oob' };
  const parameters = signRequest(signer, { method, url: PUBLIC_URL + path, protocol });
  const authorization = `${toAuthorizationHeader(parameters)}${header}`;
  return checkedFetch(url + path, { method, headers: { authorization, ...(origin && { origin }) } });
}

const preflight = (path: string, origin: string) =>
  checkedFetch(url + path, { method: 'OPTIONS', headers: { origin, 'Access-Control-Request-Method': 'GET' } });

const allowed = ({ status, headers }: Response) => [status, headers.get('access-control-allow-origin')];

describe('a page of another origin', () => {
  test.each(['/user', `/cv/${CV}`, '/cv/list/', REQUEST_TOKEN])(
    'may send requests to %s if it is registered',
    async (path) => {
      for (const origin of [OWN, OTHER, SITE]) {
        const { status, headers } = await preflight(path, origin);
        expect([status, headers.get('access-control-allow-origin')]).toEqual([204, origin]);
        expect(headers.get('access-control-allow-methods')).toBe(headers.get('allow'));
        expect(headers.get('access-control-allow-headers')).toContain('Authorization');
        expect(headers.get('access-control-allow-credentials')).toBeNull();
        expect(headers.get('vary')).toContain('Origin');
      }
      for (const origin of [UNKNOWN, 'null', `${OWN}.evil.example`, `${OWN}/`]) {
        const { headers } = await preflight(path, origin);
        expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
        expect(headers.get('vary')).toContain('Origin');
      }
    },
  );

  test('reads a response only if the origin belongs to the application that signed the request', async () => {
    for (const [path, token] of [
      [`/cv/${CV}`, TOKEN],
      ['/cv/999', TOKEN],
      [REQUEST_TOKEN, null],
    ] as const) {
      const status = path === '/cv/999' ? 404 : 200;
      for (const origin of [OWN, SITE]) {
        const response = await send(path, { origin, token });
        expect(allowed(response)).toEqual([status, origin]);
        const exposed = response.headers.get('access-control-expose-headers');
        for (const name of ['ETag', 'Link', 'X-RateLimit-Remaining', 'X-Request-Id']) expect(exposed).toContain(name);
        expect(response.headers.get('access-control-allow-credentials')).toBeNull();
      }
      for (const origin of [OTHER, UNKNOWN, undefined]) {
        const response = await send(path, { origin, token });
        expect(allowed(response)).toEqual([status, null]);
        expect(response.headers.get('vary')).toContain('Origin');
      }
    }
  });

  test('reads why its request was rejected if the origin is registered', async () => {
    for (const [path, token] of [
      [`/cv/${CV}`, TOKEN],
      [REQUEST_TOKEN, null],
    ] as const) {
      const rejected = (origin: string) => send(path, { origin, token, key: 'wrong' });
      for (const origin of [OWN, OTHER, SITE]) expect(allowed(await rejected(origin))).toEqual([401, origin]);
      expect(allowed(await rejected(UNKNOWN))).toEqual([401, null]);
    }
  });

  test('cannot read responses anymore once the origin is removed', async () => {
    await owners.applications.setOrigins(application.id, []);
    expect(allowed(await send(`/cv/${CV}`, { origin: OWN }))).toEqual([200, null]);
    await owners.applications.setOrigins(application.id, [OWN]);
    expect(allowed(await send(`/cv/${CV}`, { origin: OWN }))).toEqual([200, OWN]);
  });

  test('can call the company API only on the site', async () => {
    const call = (origin: string, path: string) => checkedFetch(url + path, { headers: { origin } });
    const path = `/api/v1/cv/${CV}`;
    const signed = () => signPath(system.key, path);
    expect(allowed(await preflight(path, SITE))).toEqual([204, SITE]);
    expect(allowed(await call(SITE, signed()))).toEqual([200, SITE]);
    expect(allowed(await call(SITE, path))).toEqual([403, SITE]);
    expect(allowed(await preflight(path, OWN))).toEqual([204, null]);
    expect(allowed(await call(OWN, signed()))).toEqual([200, null]);
    expect(allowed(await call(OWN, path))).toEqual([403, null]);
  });
});

describe('OPTIONS', () => {
  test.each([
    ['/api/v1/users/5', 'DELETE, GET, HEAD, OPTIONS, PUT'],
    ['/api/v1/users/5/', 'DELETE, GET, HEAD, OPTIONS, PUT'],
    [`/cv/${CV}`, 'GET, HEAD, OPTIONS'],
    ['/metadata/update/', 'OPTIONS, POST'],
    [REQUEST_TOKEN, 'GET, HEAD, OPTIONS, POST'],
  ])('returns the methods of %s without a signature', async (path, methods) => {
    const response = await checkedFetch(url + path, { method: 'OPTIONS' });
    expect([response.status, response.headers.get('allow'), await response.text()]).toEqual([204, methods, '']);
    expect(response.headers.get('x-ratelimit-limit')).toBeNull();
  });

  test('needs a signature at a path of the company API that does not exist', async () => {
    expect((await checkedFetch(`${url}/api/v1/nothing`, { method: 'OPTIONS' })).status).toBe(403);
  });
});

describe('a request to the user API', () => {
  test('may repeat query parameters in the Authorization header that it signs once', async () => {
    const path = `/cv/${CV}?format=json`;
    expect((await send(path, { header: ', realm="", format="json"' })).status).toBe(200);
    for (const header of [', format="xml"', ', format="json", other="1"'])
      expect((await send(path, { header })).status).toBe(401);
  });

  test('returns the headers of GET for HEAD, and is charged to the same quota', async () => {
    const get = await send(`/cv/${CV}`);
    const head = await send(`/cv/${CV}/`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const name of ['content-type', 'content-length', 'etag', 'vary', 'x-ratelimit-limit'])
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
    const [before, after] = [get, head].map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
    expect(after === 249 || after === (before ?? 0) - 1).toBe(true);
  });
});
