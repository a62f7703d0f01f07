import { expectWithinBudget } from '@vitae/test/support/event-loop';
import type { GatewayFixture } from '@vitae/test/support/gateway/gateway-fixture';
import { type SystemFixture, signPath, startSystemFixture } from '@vitae/test/support/gateway/system-fixture';
import { companyRoutes, oauthRoutes, userRoutes } from './routes.ts';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const MB = 1024 * 1024;

type Sent = { name: string; type: string; body: Buffer };

let system: SystemFixture;
let gateway: GatewayFixture;

beforeAll(async () => {
  system = await startSystemFixture(process.env);
  await system.companies.setLimits(system.company.id, { standard: 1_000_000, intensive: 1_000_000 });
  gateway = await system.start({ environment: { MAX_UNIDENTIFIED_REQUESTS: '1000000' } });
});
afterAll(() => system.close());

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

/** Large valid bodies, by the name of the route. */
const valid: Readonly<Record<string, unknown>> = {
  'users.cv.create': largeCv,
  'cv.replace': largeCv,
  'metadata.update': { metadatas: { users: { user }, assign: { metadatas: { metadata } } } },
  'metadata.assign': { metadatas: { metadata: metadata.map((one) => ({ ...one, users: { user: 7 } })) } },
  'exports.create': { cvIds: user.slice(0, 500), format: 'pdf' },
};

const pathOf = (path: string) => path.replace(/:\w+/g, '7').replace('/:locale', '/fr');
const longQuery = `filter=u&${Array.from({ length: 800 }, (_none, index) => `a[${index}]=1`).join('&')}`;

async function send(method: string, path: string, sent?: Sent): Promise<void> {
  const response = await fetch(gateway.url + path, {
    method,
    ...(sent && { body: new Uint8Array(sent.body), headers: { 'Content-Type': sent.type } }),
  });
  await response.arrayBuffer();
}

const company = companyRoutes.map(({ method, paths, name }) => ({
  method,
  path: pathOf(paths[0] as string),
  name,
}));

test.each(company.filter(({ method }) => method === 'POST' || method === 'PUT'))(
  'reads any body of $name without blocking other requests',
  async ({ method, path, name }) => {
    const largest = name in valid ? [json('the largest valid body', valid[name])] : [];
    const bodies = [...largest, ...invalid, ...(name === 'tags.create' ? unparsable : [])];
    await expectWithinBudget(
      bodies.map((body) => [body.name, () => send(method, signPath(system.key, path, { method }), body)]),
    );
  },
);

test('reads any query without blocking other requests', async () => {
  await expectWithinBudget(
    company.map(({ method, path, name }) => [
      name,
      () => send(method, signPath(system.key, `${path}?${longQuery}`, { method })),
    ]),
  );
});

test('rejects unsigned requests without blocking other requests', async () => {
  const unsigned = [
    ...userRoutes.map(({ method, paths, name }) => ({ method, path: pathOf(paths[0] as string), name })),
    ...oauthRoutes.map(({ path, name }) => ({ method: 'POST', path: path.replace(':locale', 'fr'), name })),
  ];
  await expectWithinBudget(
    unsigned.flatMap(({ method, path, name }): [string, () => Promise<unknown>][] => [
      [name, () => send(method, `${path}?${longQuery}`)],
      ...(method === 'POST'
        ? unparsable
            .slice(0, 3)
            .map((body): [string, () => Promise<unknown>] => [`${name}, ${body.name}`, () => send(method, path, body)])
        : []),
    ]),
  );
});
