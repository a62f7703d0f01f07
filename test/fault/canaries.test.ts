import mongoose from 'mongoose';
import { checkedFetch } from '../support/gateway/checked-fetch.ts';
import { signedPath } from '../support/signer.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import { until } from '../support/until.ts';

/** Words that stand for what nobody but their owners may read. */
const PASSWORD = 'canary-password-7f3a91';
const OWNER_EMAIL = 'canary.owner.5d2e@example.com';
const ADMIN_EMAIL = 'canary.admin.9c41@example.com';

let rig: TestCluster;

beforeAll(async () => {
  rig = await startTestCluster({ environment: { LOG_LEVEL: 'trace' } });
}, 400_000);
afterAll(() => rig?.stop(), 120_000);

test('planted secrets, passwords, tokens and e-mail addresses appear in no log line, and secrets in no field of a dump', async () => {
  const { demo } = rig;
  const company = String(demo.companyId);
  const person = ['--email', OWNER_EMAIL, '--firstname', 'Canary', '--lastname', 'Bird', '--password', PASSWORD];
  await rig.vitae('user', 'create', '--company', company, '--username', 'canary', ...person);
  await rig.vitae('admin', 'create', '--company', company, '--email', ADMIN_EMAIL, '--password', PASSWORD);
  const app = await rig.vitae<{ consumerSecret: string; apiKey: string }>(
    'app',
    'create',
    '--company',
    company,
    '--name',
    'Reader',
    '--callback',
    'https://app.example/back',
  );
  const [gateway = ''] = rig.gateways;
  const signed = (method: string, path: string, parameters: Record<string, string> = {}) =>
    `${gateway}${signedPath(method, path, demo, parameters)}`;
  const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });
  const answers = await Promise.all([
    checkedFetch(signed('GET', '/api/v1/users/search', { term: OWNER_EMAIL })),
    checkedFetch(signed('GET', `/api/v1/cv/${demo.cvIds[0]}`)),
    checkedFetch(`${signed('GET', `/api/v1/cv/${demo.cvIds[0]}`)}0`),
    checkedFetch(`${gateway}/user?apiKey=${app.apiKey}`),
    fetch(`${gateway}/settings/sign-in`, form({ email: ADMIN_EMAIL, password: PASSWORD })),
    fetch(`${gateway}/account/login`, form({ username: OWNER_EMAIL, password: PASSWORD })),
  ]);
  expect(answers[1]?.status).toBe(200);
  // A failure is what is logged most of: of MongoDB, Redis and a service.
  for (const wire of [rig.redis, rig.mongodb, rig.resume]) {
    wire.set('down');
    await checkedFetch(signed('GET', `/api/v1/users/search`, { term: OWNER_EMAIL }));
    wire.set('none');
  }
  await until(
    'all is well',
    async () => (await checkedFetch(signed('GET', `/api/v1/cv/${demo.cvIds[0]}`))).status === 200,
  );

  const secrets = [demo.secret, app.consumerSecret, app.apiKey, PASSWORD];
  const leaks = (text: string, words: readonly string[]) => words.filter((word) => text.includes(word));
  // MongoDB's own words come with the rest here; a profile of slow queries is what could hold an address in them.
  const lines = rig
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{"level"'));
  expect(lines.length).toBeGreaterThan(5);
  const logged = lines.join('\n');
  expect(leaks(logged, [...secrets, OWNER_EMAIL, ADMIN_EMAIL, encodeURIComponent(OWNER_EMAIL)])).toEqual([]);
  expect(leaks(await dump(rig.mongodbUri), secrets)).toEqual([]);
}, 120_000);

/** Everything that a thief of the database could read. */
async function dump(uri: string): Promise<string> {
  const connection = await mongoose.createConnection(uri).asPromise();
  try {
    const parts: string[] = [];
    const { databases } = await connection.getClient().db('admin').admin().listDatabases();
    for (const { name } of databases.filter(({ name }) => name.startsWith('vitae_'))) {
      const database = connection.getClient().db(name);
      for (const { collectionName } of await database.collections())
        parts.push(JSON.stringify(await database.collection(collectionName).find().toArray()));
    }
    expect(parts.join('').length).toBeGreaterThan(1_000);
    return parts.join('\n');
  } finally {
    await connection.close();
  }
}
