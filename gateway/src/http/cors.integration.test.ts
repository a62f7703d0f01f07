import type { Applications, CreatedApplication } from '@vitae/accounts/applications/applications';
import { checkedFetch } from '@vitae/test/support/gateway/checked-fetch';
import { createGrantedApplication } from '@vitae/test/support/gateway/granted-application';
import { sampleCv } from '@vitae/test/support/gateway/sample-cv';
import { type Signer, signRequest, toAuthorizationHeader } from '@vitae/test/support/gateway/sign-request';
import { type SystemFixture, signPath, startSystemFixture } from '@vitae/test/support/gateway/system-fixture';

const PUBLIC_URL = 'http://localhost:8080';
const SITE = 'http://localhost:9090';
const OWN = 'https://own.example';
const OTHER = 'https://other.example';
const UNKNOWN = 'https://unknown.example';
const CV = 7;
const REQUEST_TOKEN = '/en/oauth/requestToken';

let system: SystemFixture;
let url: string;
let applications: Applications;
let application: CreatedApplication;
let signer: Signer;

beforeAll(async () => {
  system = await startSystemFixture(process.env);
  ({ applications, application, signer } = await createGrantedApplication(system, [OWN]));
  const { id: companyId } = system.company;
  await applications.create({ companyId, name: 'Other', callbacks: ['oob'], origins: [OTHER] });
  system.resume.cvs.set(CV, { companyId, revision: 1, json: sampleCv(CV) });
  ({ url } = await system.start({ environment: { SITE_URL: SITE } }));
});
afterAll(() => system.close());

type Sent = { method?: string; origin?: string | undefined; key?: string; header?: string };

/** Sends a request that the application signed. `header` is added to its Authorization header. */
function send(path: string, { method = 'GET', origin, key = application.consumerSecret, header = '' }: Sent = {}) {
  const { consumerKey } = application;
  const by = path === REQUEST_TOKEN ? { consumerKey, key } : { ...signer, key };
  const protocol = path === REQUEST_TOKEN ? { oauth_callback: 'oob' } : {};
  const parameters = signRequest(by, { method, url: PUBLIC_URL + path, protocol });
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
    for (const path of [`/cv/${CV}`, '/cv/999', REQUEST_TOKEN]) {
      const status = path === '/cv/999' ? 404 : 200;
      for (const origin of [OWN, SITE]) {
        const response = await send(path, { origin });
        expect(allowed(response)).toEqual([status, origin]);
        const exposed = response.headers.get('access-control-expose-headers');
        for (const name of ['ETag', 'Link', 'X-RateLimit-Remaining', 'X-Request-Id']) expect(exposed).toContain(name);
        expect(response.headers.get('access-control-allow-credentials')).toBeNull();
      }
      for (const origin of [OTHER, UNKNOWN, undefined]) {
        const response = await send(path, { origin });
        expect(allowed(response)).toEqual([status, null]);
        expect(response.headers.get('vary')).toContain('Origin');
      }
    }
  });

  test('reads why its request was rejected if the origin is registered', async () => {
    for (const path of [`/cv/${CV}`, REQUEST_TOKEN]) {
      const rejected = (origin: string) => send(path, { origin, key: 'wrong' });
      for (const origin of [OWN, OTHER, SITE]) expect(allowed(await rejected(origin))).toEqual([401, origin]);
      expect(allowed(await rejected(UNKNOWN))).toEqual([401, null]);
    }
  });

  test('cannot read responses anymore once the origin is removed', async () => {
    await applications.setOrigins(application.id, []);
    expect(allowed(await send(`/cv/${CV}`, { origin: OWN }))).toEqual([200, null]);
    await applications.setOrigins(application.id, [OWN]);
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
