import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Access } from '@vitae/accounts/grants/access-log';
import { dataTypes, type GrantAccess } from '@vitae/accounts/grants/grant-access';
import { OAuthProblem } from '@vitae/accounts/signatures/oauth/oauth-problem';
import type { Caller } from '@vitae/kit/caller';
import { unavailable } from '@vitae/kit/errors';
import { createBodyMemory } from '@vitae/kit/http/body-memory';
import { rawBody } from '@vitae/kit/http/raw-body';
import { requestId } from '@vitae/kit/http/request-id';
import { createErrorResponder } from '@vitae/kit/http/respond-with-error';
import { jsonResponse } from '@vitae/kit/http/response';
import { createLogger } from '@vitae/kit/log';
import { createOutageGuard } from '@vitae/kit/outage-guard';
import { reasonStatus } from '@vitae/proto/error-reasons';
import { type ResumeListItem, resumeListItem } from '@vitae/proto/resume-list-item';
import express from 'express';
import { type ApiDependencies, userRoutes } from '../routes.ts';
import { createCors } from './cors.ts';
import type { RequestContext } from './request-context.ts';
import { createRequestPipeline } from './request-pipeline.ts';
import { createRouteTable } from './route-table.ts';
import { userApi } from './user-api.ts';

const GRANTED_CV = 7;
const OTHER_CV = 8;
const OTHER_OWNERS = [10, 11];

let access: GrantAccess | undefined;
/** The counted decisions. */
let outcomes: string[] = [];
/** The authentication fails with this error. */
let problem: OAuthProblem | undefined;
let isLimited = false;
/** The accesses that were recorded before a response. */
let recorded: Access[] = [];
let userId = 9;
let isLogDown = false;
const supported = async (): Promise<Buffer | undefined> => Buffer.from('a key of the resume service');
let applicationLinkKey = supported;
const servers: ReturnType<typeof createServer>[] = [];
let url: string;

/** The operations return the CVs to which their caller is restricted. */
const routes = userRoutes.map((route) => ({
  ...route,
  operation: {
    ...route.operation,
    handle: async ({ caller }: RequestContext) => jsonResponse({ cvIds: cvIdsOf(caller) }),
  },
}));
const cvIdsOf = ({ cvIds }: Caller) => cvIds ?? 'all';

beforeAll(async () => {
  url = await serve(routes, {} as never);
});
afterAll(() => {
  for (const server of servers) server.close();
});
beforeEach(() => {
  recorded = [];
  outcomes = [];
});
afterEach(() => {
  isLogDown = false;
  isLimited = false;
  problem = undefined;
  userId = 9;
});

test('counts each decision about a signed request', async () => {
  access = undefined;
  const status = async () => (await fetch(`${url}/user`)).status;
  expect(await status()).toBe(200);
  isLimited = true;
  expect(await status()).toBe(429);
  problem = new OAuthProblem('signature_invalid', 'advice');
  expect(await status()).toBe(401);
  expect(outcomes).toEqual(['accepted', 'limited', 'invalid_signature']);
});

async function serve(table: typeof userRoutes, operations: ApiDependencies): Promise<string> {
  const counted = { companyId: 1, applicationId: 5 };
  const usage = { used: 1, now: 0 };
  const api = userApi({
    table: createRouteTable(table),
    authenticator: {
      authenticate: async () => {
        if (problem) throw problem;
        return { counted: { ...counted, userId }, usage, limited: isLimited, origins: [], access };
      },
    },
    accessRecorder: {
      record: async (accesses) => {
        if (isLogDown) throw unavailable('dependency_unavailable', 'Down');
        recorded.push(...accesses);
      },
    },
    metrics: { countOutcome: (outcome) => outcomes.push(outcome) },
    timeZoneOf: async () => 'UTC',
    publicUrl: 'http://localhost',
    cors: createCors('http://localhost'),
  });
  const ignore = () => undefined;
  const pipeline = createRequestPipeline(api, {
    operations,
    recorder: { recordResponse: ignore },
    rejections: { record: ignore },
    outageGuard: createOutageGuard({ check: async () => undefined }),
    fail: createErrorResponder(createLogger({ name: 'test', level: 'silent' }), reasonStatus),
  });
  const server = createServer(
    express().use(requestId, rawBody({ isUpload: () => false, memory: createBodyMemory(1) }), pipeline),
  );
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function request({ method, paths }: (typeof routes)[number], cvId: number) {
  const path = (paths[0] ?? '').replace(':id', String(cvId)).replace(':status', 'draft');
  const response = await fetch(url + path, { method, headers: { Accept: 'application/problem+json' } });
  const { reason, cvIds } = (await response.json()) as { reason?: string; cvIds?: unknown };
  return { status: response.status, reason, cvIds };
}

const DENIED = { status: 403, reason: 'not_granted', cvIds: undefined };

describe.each(routes)('$name', (route) => {
  const { requires } = route;

  test('is accepted for an owner who granted everything', async () => {
    access = undefined;
    expect(await request(route, OTHER_CV)).toMatchObject({ status: 200, cvIds: 'all' });
    access = { cvs: 'all', data: [...dataTypes] };
    expect(await request(route, OTHER_CV)).toMatchObject({ status: 200, cvIds: 'all' });
  });

  test('is accepted for an owner who granted only the required data, with the granted CVs', async () => {
    const data = dataTypes.filter((type) => type === requires);
    access = { cvs: [GRANTED_CV], data };
    expect(await request(route, GRANTED_CV)).toMatchObject({ status: 200, cvIds: [GRANTED_CV] });
    access = { cvs: [], data };
    expect(await request(route, GRANTED_CV)).toMatchObject(requires === 'cv' ? DENIED : { status: 200, cvIds: [] });
  });

  test('is rejected for an owner who granted everything except the required data', async () => {
    access = { cvs: [GRANTED_CV], data: dataTypes.filter((type) => type !== requires) };
    const always = requires === 'nothing' || requires === 'cv list';
    expect(await request(route, OTHER_CV)).toMatchObject(always ? { status: 200 } : DENIED);
    if (!always) expect(recorded).toEqual([]);
  });

  test('is recorded as access to the data before the response', async () => {
    access = undefined;
    const of = { companyId: 1, applicationId: 5, data: requires, cvId: requires === 'cv' ? OTHER_CV : 0 };
    await request(route, OTHER_CV);
    expect(recorded).toEqual(requires === 'nothing' ? [] : [{ ...of, userId }]);
    isLogDown = true;
    expect((await request(route, OTHER_CV)).status).toBe(requires === 'nothing' ? 200 : 503);
  });
});

describe('a response to the server of an application', () => {
  let server: string;

  beforeAll(async () => {
    const page = { json: Buffer.from('[]'), total: 0, next: '' };
    server = await serve(userRoutes, {
      userAccess: {
        visible: async () => OTHER_OWNERS,
        restrict: async () => OTHER_OWNERS,
        requireAll: async () => undefined,
        resolve: async (id = userId) => id,
      },
      metadataSearch: async () => ({ users: OTHER_OWNERS, next: '' }),
      comments: { call: { ListComments: async () => page } },
      metadata: { call: { UpdateMetadata: async () => ({ users: [] }) } },
      reads: {
        preferences: async (id: number) => ({ userId: id, json: Buffer.from(`{"a":${id}}`), revision: 1 }),
        metadata: async () => [],
      },
    } as never);
  });

  const assign = { metadatas: { metadata: { key: 'srv.key' } } };
  const change = { metadatas: { users: { user: OTHER_OWNERS }, assign } };
  test.each([
    ['/comments', {}, 'comments', OTHER_OWNERS],
    ['/employmentpreferences?ids=10,11,12', undefined, 'preferences', OTHER_OWNERS],
    ['/employmentpreferences?userId=12', undefined, 'preferences', [12]],
    ['/metadata?userId=12', undefined, 'labels', [12]],
    ['/metadata/search?key=a', undefined, 'labels', OTHER_OWNERS],
    ['/metadata/update', change, 'labels', OTHER_OWNERS],
  ])('of %s is recorded as access to the data of every owner in it', async (path, body, data, ids) => {
    userId = 0;
    access = undefined;
    const json = { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(server + path, body ? { method: 'POST', ...json } : {});
    expect(response.status).toBe(200);
    expect(recorded).toEqual(ids.map((id) => ({ companyId: 1, userId: id, applicationId: 5, data, cvId: 0 })));
  });

  test.each(['/employmentpreferences', '/metadata'])(
    'of %s has another ETag for each owner, so that no cache shows the data of another one',
    async (path) => {
      access = undefined;
      const read = (etag: string) => fetch(server + path, { headers: { 'If-None-Match': etag } });
      const etag = (await read('')).headers.get('etag') ?? '';
      expect((await read(etag)).status).toBe(304);
      userId = 10;
      expect((await read(etag)).status).toBe(200);
    },
  );
});

test('only lists of CVs and code tables require no data', () => {
  const names = routes
    .filter(({ requires }) => requires === 'nothing' || requires === 'cv list')
    .map(({ name }) => name);
  expect(names).toEqual(['own.cv.list', 'own.cv.list-by-status', 'own.baseslist.read']);
  expect(routes.filter(({ paths }) => paths[0]?.startsWith('/cv/:id')).every(({ requires }) => requires === 'cv')).toBe(
    true,
  );
});

describe('the list of CVs', () => {
  const row: ResumeListItem = {
    id: String(GRANTED_CV),
    title: 'Engineer',
    completion: 1,
    anonymized: false,
    main: true,
    status: '10',
    public_url: 'https://cv.example/p',
    private_url: 'https://cv.example/q',
    created: '2036-01-01T00:00:00+0000',
    updated: '2036-01-01T00:00:00+0000',
    indexed: false,
    protected: false,
    manager: 'Grace Hopper',
    language: 'en',
    user: {
      username: 'ada@example.com',
      email: 'ada@example.com',
      firstname: 'Ada',
      lastname: 'Lovelace',
      kind: 'candidate',
      id: 9,
      phone: '1815',
    },
  };
  let lists: string;

  beforeAll(async () => {
    const ListCvs = async () => ({ json: Buffer.from(JSON.stringify([row, row])), total: 2, next: '' });
    lists = await serve(userRoutes, { resume: { call: { ListCvs }, applicationLinkKey } } as never);
  });
  const read = async (format: string) => (await fetch(`${lists}/cv/list?format=${format}`, { method: 'POST' })).text();

  test('contains the profile for an owner who granted it', async () => {
    for (const granted of [undefined, { cvs: [GRANTED_CV], data: ['profile' as const] }]) {
      access = granted;
      expect(JSON.parse(await read('json'))).toEqual({ resumes: [row, row] });
    }
  });

  test('has the same structure, without the profile, for an owner who did not grant it', async () => {
    access = { cvs: 'all', data: dataTypes.filter((type) => type !== 'profile') };
    const { resumes } = JSON.parse(await read('json'));
    const hidden = { username: '', email: '', firstname: '', lastname: '', phone: '' };
    const expected = { ...row, manager: '', user: { ...row.user, ...hidden } };
    expect(resumes).toEqual([expected, expected]);
    for (const one of resumes) resumeListItem.parse(one);
    expect(await read('xml')).not.toMatch(/Lovelace|ada@|Hopper|1815/);
  });
});

describe('a CV of an application', () => {
  const permanent = 'https://cv.example/c/kD3v9sQ1xYbZ0aLrW7uTnE5mHcPgJfKi/export';
  const stored = { id: GRANTED_CV, title: 'Baker', printable: { pdf: permanent, odt: permanent, doc: permanent } };
  let cvs: string;

  beforeAll(async () => {
    access = undefined;
    const cv = async () => ({ json: Buffer.from(JSON.stringify(stored)), revision: 4 });
    cvs = await serve(userRoutes, { resume: { cv, applicationLinkKey: () => applicationLinkKey() } } as never);
  });
  beforeEach(() => {
    applicationLinkKey = supported;
  });
  const read = (ifNoneMatch = '', format = 'json') =>
    fetch(`${cvs}/cv/${GRANTED_CV}?format=${format}`, { headers: { 'If-None-Match': ifNoneMatch } });

  test.each(['json', 'xml'])('has an ETag of the application, which is revalidated as %s', async (format) => {
    const response = await read('', format);
    const etag = response.headers.get('etag') ?? '';
    expect([response.status, etag]).toEqual([200, format === 'xml' ? '"4-app5-xml"' : '"4-app5"']);
    expect((await read(etag, format)).status).toBe(304);
  });

  test.each(['"4"', 'W/"4"', '"4-xml"', '"4-app6"'])(
    'is sent again if the client has the links of the company or of another application: %s',
    async (etag) => {
      const format = etag.includes('xml') ? 'xml' : 'json';
      const response = await read(etag, format);
      expect(response.status).toBe(200);
      const text = await response.text();
      expect(text).toContain(`/c/1.${GRANTED_CV}.5.`);
      expect(text).not.toContain(permanent);
    },
  );

  test('has the permanent links, and another ETag, while the resume service is of an earlier release', async () => {
    const own = (await read()).headers.get('etag') ?? '';
    applicationLinkKey = async () => undefined;
    const response = await read(own);
    expect([response.status, response.headers.get('etag')]).toEqual([200, '"4"']);
    expect(await response.json()).toEqual(stored);
    expect(await (await fetch(`${cvs}/cv/${GRANTED_CV}/pdf`)).json()).toEqual({ pdf: permanent });
  });
});
