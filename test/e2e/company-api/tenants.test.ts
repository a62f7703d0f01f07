import type { CompanyApi } from '../../support/company-api.ts';
import { startTwoCompanies, type TwoCompanies } from '../../support/test-companies.ts';
import { until } from '../../support/until.ts';
import { createFixtures, type Fixtures, ONE_PIXEL, type ValidCall, validCalls } from './valid-requests.ts';

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

/** Every id of ours in a call, each in turn with theirs put in its place: in the path, the query and the body. */
function withForeignIds(call: ValidCall, others = theirs): { id: string; call: ValidCall }[] {
  const pairs = (Object.keys(ours) as (keyof Fixtures)[]).map(
    (kind) => [kind, String(ours[kind]), String(others[kind])] as const,
  );
  const variants: { id: string; call: ValidCall }[] = [];
  const segments = call.path.split('/');
  for (const [kind, own, foreign] of pairs) {
    const body = JSON.stringify(call.body ?? null);
    for (const [at, segment] of segments.entries()) {
      if (segment !== own || own === foreign || kindOf(segments[at - 1] ?? '') !== kind) continue;
      const path = segments.with(at, foreign).join('/');
      variants.push({ id: `${kind} in the path`, call: { ...call, path } });
    }
    for (const member of BODY_IDS[kind] ?? []) {
      const text = body.replace(new RegExp(`("${member}":\\[?)${own}\\b`), `$1${foreign}`);
      if (text !== body) variants.push({ id: `${kind} in the body`, call: { ...call, body: JSON.parse(text) } });
    }
  }
  if (call.query?.userId === ours.user) {
    variants.push({ id: 'user in the query', call: { ...call, query: { ...call.query, userId: others.user } } });
  }
  if (call.path.includes(`/users/${ours.user}`)) {
    const path = call.path.replace(`/${ours.user}`, `/${others.origin}`);
    variants.push({ id: 'id_origin in the path', call: { ...call, path, query: { ...call.query, isIdOrigin: 1 } } });
  }
  return variants;
}

const BODY_IDS: Partial<Record<keyof Fixtures, string[]>> = {
  tag: ['tags', 'value'],
  manager: ['managerId'],
  user: ['value', 'user'],
  cv: ['cvIds'],
};
const kindOf = (collection: string) =>
  ({
    users: 'user',
    user: 'user',
    employmentpreferences: 'user',
    cv: 'cv',
    logos: 'experience',
    tags: 'tag',
    exports: 'exported',
  })[collection];

/** Everything of theirs that their own key can read. */
async function everything(api: CompanyApi): Promise<string[]> {
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
  const answers = [
    ...(await Promise.all(reads.map((path) => api.get(path)))),
    ...(await Promise.all(lists.map((path) => api.post(path)))),
  ];
  return answers.map(({ status, text }) => `${status} ${text}`);
}

test('the matrix of routes × ids of another company leaks nothing and changes nothing', async () => {
  const { api } = companies.theirs;
  await api.put(`/api/v1/cv/${theirs.cv}/logos/${theirs.experience}`, { image: ONE_PIXEL });
  await api.put(`/api/v1/cv/${theirs.cv}/protection`, { password: 'correct horse' });
  const before = await everything(api);
  expect(before.find((text) => text.includes('"protected":true'))).toBeDefined();
  const matrix = validCalls(ours).flatMap((call) => withForeignIds(call));
  const named = new Set(matrix.map(({ call }) => call.name));
  expect([...named].length).toBeGreaterThanOrEqual(55);
  const wrong: unknown[] = [];
  for (const { id, call } of matrix) {
    const answer = await companies.ours.api.request(call.method, call.path, call);
    const isFilter = /^(cv|comments)\.list/.test(call.name);
    const isBatch = id === 'cv in the body';
    const right = isBatch
      ? answer.status === 202
      : isFilter
        ? answer.status === 200 && /^\{"\w+":\[\]\}$/.test(answer.text)
        : answer.status === 404 || (id === 'manager in the body' && answer.status === 400);
    if (!right || answer.text.includes(MARK)) wrong.push([call.name, id, answer.status, answer.text.slice(0, 200)]);
  }
  process.stdout.write(`Tenants: ${matrix.length} calls with ids of another company, over ${named.size} operations\n`);
  expect(wrong).toEqual([]);
  expect(await everything(companies.theirs.api)).toEqual(before);
}, 120_000);

test('of an archive the CV of another company is an item that failed', async () => {
  const { api } = companies.ours;
  const person = { username: 'archived', email: 'archived@example.com', firstname: 'A', lastname: 'B' };
  const { json: user } = await api.post('/api/v1/users', person);
  const { json: cv } = await api.post(`/api/v1/users/${user.id}/cv`, { title: 'Ours' });
  const ordered = await api.post('/api/v1/exports', { cvIds: [cv.id, theirs.cv], format: 'json' });
  expect(ordered.status).toBe(202);
  const stateNow = async () => (await api.get(ordered.headers.get('location') ?? '')).json.export;
  await until('the archive is made', async () => (await stateNow()).state === 'completed');
  expect((await stateNow()).progress.items).toEqual({ total: 2, done: 1, failed: 1 });
}, 120_000);

test('an answer for an id of another company is that for an id of nobody', async () => {
  const nobody: Fixtures = {
    user: 999_999_999,
    origin: 'nobody',
    manager: 999_999_999,
    cv: 999_999_999,
    experience: 999_999_999,
    tag: 999_999_999,
    exported: 'f'.repeat(64),
  };
  for (const call of validCalls(ours)) {
    for (const { id, call: foreign } of withForeignIds(call)) {
      if (!id.endsWith('in the path')) continue;
      const path = withForeignIds(call, nobody).find((variant) => variant.id === id)?.call.path ?? '';
      const [one, other] = [
        await companies.ours.api.request(call.method, foreign.path, foreign),
        await companies.ours.api.request(call.method, path, foreign),
      ];
      expect([call.name, id, one.status, one.text]).toEqual([call.name, id, other.status, other.text]);
    }
  }
}, 120_000);

test('lists, searches and cursors of one company show nothing of another', async () => {
  const { ours: us, theirs: them } = companies;
  for (const call of validCalls(ours).filter(({ name }) => /list|search|tags\.users/.test(name))) {
    const { text } = await us.api.request(call.method, call.path, {
      ...call,
      query: { ...call.query, ...(call.name === 'users.search' ? { term: MARK } : {}) },
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
