import { randomBytes } from 'node:crypto';
import { createApplicationStore } from '@vitae/accounts/applications/application-mongo-store';
import { type CreatedApplication, createApplications } from '@vitae/accounts/applications/applications';
import { tokenDigest } from '@vitae/accounts/applications/token';
import { createGrantStore } from '@vitae/accounts/grants/grant-mongo-store';
import { accessTokenRecord, type GrantStore } from '@vitae/accounts/grants/grant-store';
import { createSecretBox } from '@vitae/accounts/secrets/secret-box';
import { systemClock } from '@vitae/kit/clock';
import { keyRing } from '@vitae/kit/key-ring';
import { createSequence } from '@vitae/kit/sequence';
import type { ExportQueue } from '@vitae/proto/clients/exports/export-queue';
import { expectWithinBudget } from '@vitae/test/support/event-loop';
import type { GatewayFixture } from '@vitae/test/support/gateway/gateway-fixture';
import { type Signer, signRequest, toAuthorizationHeader } from '@vitae/test/support/gateway/sign-request';
import { type SystemFixture, signPath, startSystemFixture } from '@vitae/test/support/gateway/system-fixture';
import type { Route } from './http/route-table.ts';
import { companyRoutes, oauthRoutes, userRoutes } from './routes.ts';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const MB = 1024 * 1024;
/** The id of the user, of the CV and of everything else in paths. */
const ID = 7;
/** The default public URL of the user API. */
const USER_API_URL = 'http://localhost:8080';

type Sent = { name: string; type: string; body: Buffer };

let system: SystemFixture;
let gateway: GatewayFixture;
let application: CreatedApplication;
let grants: GrantStore;

/** Accepts batches, which end immediately. */
const queue = {
  runBatch: async () => undefined,
  findState: async () => ({ state: 'failed', failure: { reason: 'internal', retryable: true, message: '' } }),
} as Partial<ExportQueue> as ExportQueue;

beforeAll(async () => {
  system = await startSystemFixture(process.env);
  await system.companies.setLimits(system.company.id, { standard: 1_000_000, intensive: 1_000_000 });
  gateway = await system.start({ queue, environment: { MAX_UNIDENTIFIED_REQUESTS: '1000000' } });
  const { connection, company, resume } = system;
  const printable = { pdf: null, odt: null, doc: null };
  resume.cvs.set(ID, { companyId: company.id, revision: 1, json: JSON.stringify({ id: ID, ...largeCv, printable }) });
  for (const id of user)
    resume.users.set(String(id), { companyId: company.id, revision: 1, json: JSON.stringify({ id }) });
  const store = createApplicationStore(connection);
  const ids = createSequence(connection, 'application');
  const applications = createApplications({ store, box: box(), ids, random: randomBytes, clock: systemClock });
  grants = createGrantStore(connection);
  application = await applications.create({ companyId: company.id, name: 'Jobs', callbacks: ['oob'] });
});
afterAll(() => system.close());

const box = () => createSecretBox(keyRing('keys').parse(system.masterKeys));

/** Returns a signer with an access token of the user. */
async function authorize(userId: number): Promise<Signer> {
  const [token, secret] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
  const digest = tokenDigest(token);
  const createdAt = new Date();
  const grant = { applicationId: application.id, companyId: system.company.id, userId, createdAt, lastUsedAt: null };
  const sealedSecret = box().seal(secret, accessTokenRecord(digest));
  await grants.addToken(grant, { digest, sealedSecret, createdAt });
  return { consumerKey: application.consumerKey, key: application.consumerSecret, token: { token, secret } };
}

const many = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_none, index) => text(index)).join('&');
const keys = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_none, index) => [`key${index}`, value]));
const json = (name: string, value: unknown): Sent => ({
  name,
  type: JSON_TYPE,
  body: Buffer.from(JSON.stringify(value)),
});
const form = (name: string, text: string): Sent => ({ name, type: FORM, body: Buffer.from(text) });

/** Bodies that are expensive to parse, whatever the operation is. */
const unparsable: readonly Sent[] = [
  form('a form of empty pairs', '=&'.repeat(MB / 2 - 8)),
  form(
    'a form with the maximum number of fields',
    many(5_000, (index) => `field${index}=${index}`),
  ),
  form('an escaped form', `title=${'%41'.repeat(349_000)}`),
  json('90,000 unknown keys', keys(90_000, 1)),
  json('one long text', { title: 'x'.repeat(MB - 100) }),
  json('nested lists', { title: `${'['.repeat(60)}${'1,'.repeat(9_000)}1${']'.repeat(60)}` }),
  { name: 'XML', type: 'text/xml', body: Buffer.from(`<metadatas>${'<a>1</a>'.repeat(9_990)}</metadatas>`) },
  { name: 'large XML text', type: 'text/xml', body: Buffer.from(`<a>${'&lt;'.repeat(MB / 4 - 10)}</a>`) },
];

/** Bodies that are expensive to validate. */
const invalid: readonly Sent[] = [
  json('objects of unknown keys', Object.assign(keys(1_000, 1), { list: Array(8).fill(keys(1_000, 1)) })),
  json('translations', { title: 'x', translations: keys(1_000, 1) }),
  json('invalid items', {
    experiences: { experience: Array.from({ length: 500 }, () => ({ title: 1, start: 1, end: 1, country: 1, x: 1 })) },
    skills: { skill: Array.from({ length: 500 }, () => ({ children: { skill: [{ x: 1 }, { x: 1 }] } })) },
    filters: Array(1_000).fill({ type: 'x' }),
  }),
];

const largeCv = {
  title: 'x',
  experiences: {
    experience: Array.from({ length: 500 }, () => ({
      title: 'Engineer',
      company: 'Acme',
      start: '2020-01-02',
      missions: { mission: Array(4).fill({ description: 'x'.repeat(200) }) },
    })),
  },
};
const user = Array.from({ length: 1_000 }, (_none, index) => index + 1);
const metadata = Array.from({ length: 1_000 }, (_none, index) => ({ key: `com.example.key:${index}` }));

/**
 * Large valid bodies and the status of their response, by the name of the route. The service of metadata is not running.
 */
const valid: Readonly<Record<string, { body: unknown; expected: RegExp }>> = {
  'users.cv.create': { body: largeCv, expected: /^201$/ },
  'cv.replace': { body: largeCv, expected: /^200$/ },
  'metadata.update': {
    body: { metadatas: { users: { user }, assign: { metadatas: { metadata } } } },
    expected: /^503$/,
  },
  'metadata.assign': {
    body: { metadatas: { metadata: metadata.map((one) => ({ ...one, users: { user: ID } })) } },
    expected: /^503$/,
  },
  'exports.create': { body: { cvIds: user.slice(0, 500), format: 'pdf' }, expected: /^202$/ },
};

const pathOf = (path: string) => path.replace(/:\w+/g, String(ID)).replace('/:locale', '/fr');
const longQuery = `filter=u&${Array.from({ length: 800 }, (_none, index) => `a[${index}]=1`).join('&')}`;

type Request = {
  method: string;
  path: string;
  sent?: Sent | undefined;
  authorization?: string;
  /** The statuses that show that the request was processed as far as it can be. */
  expected: RegExp;
};

async function send({ method, path, sent, authorization, expected }: Request): Promise<void> {
  const response = await fetch(gateway.url + path, {
    method,
    headers: { ...(sent && { 'Content-Type': sent.type }), ...(authorization && { Authorization: authorization }) },
    ...(sent && { body: new Uint8Array(sent.body) }),
  });
  const text = await response.text();
  if (!expected.test(String(response.status)))
    throw new Error(`${method} ${path.split('?')[0]}, ${sent?.name}: ${response.status} ${text.slice(0, 200)}`);
}

const INVALID = /^4(?:00|13|22)$/;

type TestedRoute = { method: string; path: string; name: string };
type Case = [name: string, work: () => Promise<void>];

const testedRoutes = (routes: readonly Pick<Route<never>, 'method' | 'paths' | 'name'>[]): TestedRoute[] =>
  routes.map(({ method, paths, name }) => ({ method, path: pathOf(paths[0] as string), name }));
const hasBody = ({ method, name }: TestedRoute) =>
  (method === 'POST' || method === 'PUT') && name !== 'exports.rebuild';
const company = testedRoutes(companyRoutes);
const own = testedRoutes(userRoutes);

/** A request that the company signs. */
const signedCase = ({ method, path, name }: TestedRoute, expected: RegExp, sent?: Sent): Case => [
  sent?.name ?? name,
  () => send({ method, path: signPath(system.key, path, { method }), sent, expected }),
];

/** A request that the application signs for a user. */
const userCase = (signer: Signer, { method, path, name }: TestedRoute, expected: RegExp, sent?: Sent): Case => [
  sent?.name ?? name,
  () => {
    const form = sent?.type === FORM ? sent.body.toString() : '';
    const signed = signRequest(signer, { method, url: USER_API_URL + path, form });
    return send({ method, path, sent, expected, authorization: toAuthorizationHeader(signed) });
  },
];

test.each(company.filter(hasBody))('reads any body of $name without blocking other requests', async (route) => {
  const largest = valid[route.name];
  const bodies = [...invalid, ...(route.name === 'metadata.unassign' ? unparsable : [])];
  await expectWithinBudget([
    ...(largest ? [signedCase(route, largest.expected, json('the largest valid body', largest.body))] : []),
    ...bodies.map((body) => signedCase(route, INVALID, body)),
  ]);
});

test('reads any query without blocking other requests', async () => {
  await expectWithinBudget(
    company.map((route) => signedCase({ ...route, path: `${route.path}?${longQuery}` }, INVALID)),
  );
});

test('returns the largest CV as JSON or XML without blocking other requests', async () => {
  const cvOf = (path: string): TestedRoute => ({ method: 'GET', path, name: path });
  const signer = await authorize(ID);
  await expectWithinBudget([
    signedCase(cvOf(`/api/v1/cv/${ID}`), /^200$/),
    signedCase(cvOf(`/api/v1/cv/${ID}?format=xml`), /^200$/),
    userCase(signer, cvOf(`/cv/${ID}?format=xml`), /^200$/),
  ]);
});

test.each(own.filter(hasBody))('reads any body of $name of a user without blocking other requests', async (route) => {
  // The quota is for each user, and a busy machine repeats measurements.
  const signer = await authorize(own.indexOf(route) + 100);
  const bodies = [...invalid, ...unparsable.filter(({ name }) => name === '90,000 unknown keys')];
  await expectWithinBudget(bodies.map((body) => userCase(signer, route, INVALID, body)));
});

test('reads any query of a user without blocking other requests', async () => {
  const signer = await authorize(ID + 1);
  const routes = own.map((route) => ({ ...route, path: `${route.path}?${longQuery}` }));
  await expectWithinBudget(routes.map((route) => userCase(signer, route, INVALID)));
});

test('rejects unsigned requests without blocking other requests', async () => {
  const expected = /^4(?:00|01|13)$/;
  const unsigned = [
    ...own,
    ...oauthRoutes.map(({ path, name }) => ({ method: 'POST', path: path.replace(':locale', 'fr'), name })),
  ];
  await expectWithinBudget(
    unsigned.flatMap(({ method, path, name }): Case[] => [
      [name, () => send({ method, path: `${path}?${longQuery}`, expected })],
      ...(method === 'POST' ? unparsable.slice(0, 3) : []).map(
        (sent): Case => [`${name}, ${sent.name}`, () => send({ method, path, sent, expected })],
      ),
    ]),
  );
});
