import type { CompanyApi } from '../../support/company-api.ts';
import { createWebVisitor, newAddress } from '../../support/gateway/web-visitor.ts';
import { startTwoCompanies, type TwoCompanies } from '../../support/test-companies.ts';
import { until } from '../../support/until.ts';
import type { Fixtures, ValidRequest } from './owner-requests.ts';
import { createFixtures, ONE_PIXEL, validRequests } from './valid-requests.ts';

const MARK = 'Theirs-alone';

let companies: TwoCompanies;
let ours: Fixtures;
let theirs: Fixtures;

beforeAll(async () => {
  companies = await startTwoCompanies();
  [ours, theirs] = await Promise.all([
    createFixtures(companies.ours, 'Our-own'),
    createFixtures(companies.theirs, MARK),
  ]);
}, 400_000);
afterAll(() => companies?.stop());

type Variant = { id: string; request: ValidRequest };

/** Returns variants of a request in which one id in path, query or body belongs to the other company. */
function withForeignIds(request: ValidRequest, others = theirs): Variant[] {
  const pairs = (Object.keys(ours) as (keyof Fixtures)[]).map(
    (kind) => [kind, String(ours[kind]), String(others[kind])] as const,
  );
  const variants: Variant[] = [];
  const add = (id: string, changes: Partial<ValidRequest>) =>
    variants.push({ id, request: { ...request, ...changes } });
  const segments = request.path.split('/');
  for (const [kind, own, foreign] of pairs) {
    const body = JSON.stringify(request.body ?? null);
    for (const [index, segment] of segments.entries()) {
      if (segment !== own || own === foreign || !COLLECTIONS[kind]?.includes(segments[index - 1] ?? '')) continue;
      add(`${kind} in the path`, { path: segments.with(index, foreign).join('/') });
    }
    for (const member of BODY_IDS[kind] ?? []) {
      const text = body.replace(new RegExp(`("${member}":\\[?)${own}\\b`), `$1${foreign}`);
      if (text !== body) add(`${kind} in the body`, { body: JSON.parse(text) });
    }
  }
  if (request.query?.userId === ours.user)
    add('user in the query', { query: { ...request.query, userId: others.user } });
  if (request.path.includes(`/users/${ours.user}`)) {
    const path = request.path.replace(`/${ours.user}`, `/${others.origin}`);
    add('id_origin in the path', { path, query: { ...request.query, isIdOrigin: 1 } });
  }
  return variants;
}

const BODY_IDS: Partial<Record<keyof Fixtures, string[]>> = {
  tag: ['tags', 'value'],
  manager: ['managerId'],
  user: ['value', 'user'],
  cv: ['cvIds'],
};
/** The path segments before an id. */
const COLLECTIONS: Partial<Record<keyof Fixtures, string[]>> = {
  user: ['users', 'user', 'employmentpreferences'],
  manager: ['users'],
  cv: ['cv'],
  experience: ['logos'],
  tag: ['tags'],
  exported: ['exports'],
  archive: ['exports'],
};

/** Reads all data of the other company with its own key. */
async function readEverything(api: CompanyApi): Promise<string[]> {
  const reads = [
    ...['', '/cv', '/tags', '/comment'].map((part) => `/api/v1/users/${theirs.user}${part}`),
    `/api/v1/users/${theirs.manager}`,
    `/api/v1/tags/${theirs.tag}`,
    `/api/v1/tags/${theirs.tag}/users`,
    `/api/v1/cv/${theirs.cv}`,
    `/api/v1/cv/${theirs.cv}/photo`,
    `/api/v1/cv/${theirs.cv}/logos/${theirs.experience}`,
    '/api/v1/users',
    '/api/v1/tags',
  ];
  const lists = ['/api/v1/cv/list', '/api/v1/comments'];
  const responses = [
    ...(await Promise.all(reads.map((path) => api.get(path)))),
    ...(await Promise.all(lists.map((path) => api.post(path)))),
  ];
  return responses.map(({ status, text }) => `${status} ${text}`);
}

test('ids of another company in any request return no data and change nothing', async () => {
  const { api } = companies.theirs;
  await api.put(`/api/v1/cv/${theirs.cv}/logos/${theirs.experience}`, { image: ONE_PIXEL });
  await api.put(`/api/v1/cv/${theirs.cv}/protection`, { password: 'correct horse' });
  const before = await readEverything(api);
  expect(before.find((text) => text.includes('"protected":true'))).toBeDefined();
  const variants = validRequests(ours).flatMap((request) => withForeignIds(request));
  const operations = new Set(variants.map(({ request }) => request.name));
  expect([...operations].length).toBeGreaterThanOrEqual(55);
  const wrong: unknown[] = [];
  for (const { id, request } of variants) {
    const { name, method, path } = request;
    const { status, text } = await companies.ours.api.request(method, path, request);
    const isFilter = /^(cv|comments)\.list/.test(name);
    const isBatch = id === 'cv in the body';
    const isExpected = isBatch
      ? status === 202
      : isFilter
        ? status === 200 && /^\{"\w+":\[\]\}$/.test(text)
        : status === 404 || (id === 'manager in the body' && status === 400);
    if (!isExpected || text.includes(MARK)) wrong.push([name, id, status, text.slice(0, 200)]);
  }
  process.stdout.write(
    `Tenants: ${variants.length} requests with ids of another company, ${operations.size} operations\n`,
  );
  expect(wrong).toEqual([]);
  expect(await readEverything(companies.theirs.api)).toEqual(before);
}, 120_000);

test('a CV of another company in an archive fails as an item', async () => {
  const { api } = companies.ours;
  const person = { username: 'archived', email: 'archived@example.com', firstname: 'A', lastname: 'B' };
  const { json: user } = await api.post('/api/v1/users', person);
  const { json: cv } = await api.post(`/api/v1/users/${user.id}/cv`, { title: 'Ours' });
  const ordered = await api.post('/api/v1/exports', { cvIds: [cv.id, theirs.cv], format: 'json' });
  expect(ordered.status).toBe(202);
  const readExport = async () => (await api.get(ordered.headers.get('location') ?? '')).json.export;
  await until('the completed archive', async () => (await readExport()).state === 'completed');
  expect((await readExport()).progress.items).toEqual({ total: 2, done: 1, failed: 1 });
}, 120_000);

test('user names and sign-in pages of two companies are independent', async () => {
  const { ours, theirs, system } = companies;
  const person = { username: 'same.name', email: 'same@example.com', firstname: 'A', lastname: 'B' };
  for (const { api } of [ours, theirs]) {
    expect((await api.post('/api/v1/users', person)).status).toBe(201);
    expect((await api.post('/api/v1/users', { ...person, email: 'other@example.com' })).status).toBe(409);
  }
  const visitor = createWebVisitor(system.url, newAddress());
  const pages: [path: string, status: number, text: string][] = [
    ['/acme/sign-in', 200, 'action="/acme/sign-in"'],
    ['/globex/sign-in', 200, 'Globex'],
    [`/${theirs.id}/sign-in`, 200, 'Globex'],
    ['/initech/sign-in', 404, '<html'],
    ['/settings/sign-in', 200, 'action="/settings/sign-in"'],
    ['/p/sign-in', 404, '<html'],
  ];
  for (const [path, status, text] of pages) {
    const page = await visitor.get(path);
    expect([path, page.status, page.text]).toEqual([path, status, expect.stringContaining(text)]);
  }
});

test('responses for ids of another company equal those for unknown ids', async () => {
  const unknown: Fixtures = {
    user: 999_999_999,
    origin: 'unknown',
    manager: 999_999_999,
    cv: 999_999_999,
    experience: 999_999_999,
    tag: 999_999_999,
    exported: 'f'.repeat(64),
    archive: 'f'.repeat(64),
  };
  for (const request of validRequests(ours)) {
    for (const { id, request: foreign } of withForeignIds(request)) {
      if (!id.endsWith('in the path')) continue;
      const path = withForeignIds(request, unknown).find((variant) => variant.id === id)?.request.path ?? '';
      const [one, other] = [
        await companies.ours.api.request(request.method, foreign.path, foreign),
        await companies.ours.api.request(request.method, path, foreign),
      ];
      expect([request.name, id, one.status, one.text]).toEqual([request.name, id, other.status, other.text]);
    }
  }
}, 120_000);

test('lists, searches and cursors of one company return no data of another', async () => {
  const { ours: us, theirs: them } = companies;
  for (const request of validRequests(ours).filter(({ name }) => /list|search|tags\.users/.test(name))) {
    const { text } = await us.api.request(request.method, request.path, {
      ...request,
      query: { ...request.query, ...(request.name === 'users.search' ? { term: MARK } : {}) },
    });
    expect(text).not.toContain(MARK);
  }
  await createFixtures(them, MARK);
  const page = await them.api.get('/api/v1/users', { query: { limit: 1 } });
  const { searchParams } = new URL(page.json.next, 'http://x');
  const stolen = await us.api.get('/api/v1/users', { query: Object.fromEntries(searchParams) });
  expect(stolen.text).not.toContain(MARK);
  expect(
    (await us.api.post('/api/v1/cv/list', { filters: [{ type: 'manager', value: theirs.manager }] })).json,
  ).toEqual({ resumes: [] });
});
