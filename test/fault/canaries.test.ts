import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import mongoose from 'mongoose';
import { checkedFetch } from '../support/gateway/checked-fetch.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { projectRoot } from '../support/project-root.ts';
import { signedPath } from '../support/signer.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import { until } from '../support/until.ts';

// Recognizable values that must not appear in logs.
const PASSWORD = 'canary-password-7f3a91';
const OWNER_EMAIL = 'canary.owner.5d2e@example.com';
const ADMIN_EMAIL = 'canary.admin.9c41@example.com';
const INVITED_EMAIL = 'canary.invited.e07b@example.com';
const [FIRST_NAME, LAST_NAME, USERNAME] = ['Canaryfirst4b8e', 'Canarylast4b8e', 'canary-user-4b8e'];
const [CV_TITLE, CV_TEXT] = ['canary-title-1f6a', 'canary-text-62d0 of the summary'];
const SITE = 'http://localhost';

let mail: MailServer;
let cluster: TestCluster;

beforeAll(async () => {
  // The response contains the address, as those of real servers.
  mail = await startMailServer((line) => (line.startsWith('RCPT') ? `550 5.1.1 ${line}: unknown` : undefined));
  cluster = await startTestCluster({
    sites: 1,
    workers: 1,
    environment: {
      LOG_LEVEL: 'trace',
      LOG_SUCCESS_RATIO: '1',
      EXPORT_WAIT_MS: '60000',
      SMTP_URL: mail.url,
      SMTP_FROM: 'cv@vitae.example',
      SITE_URL: SITE,
      COMPANY_API_URL: SITE,
      USER_API_URL: SITE,
      OAUTH_URL: SITE,
    },
  });
}, 400_000);
afterAll(async () => {
  await cluster?.stop();
  mail?.server.close();
}, 120_000);

test('writes no planted secret, signature, name, email address or CV text to the logs, and no secret to the databases', async () => {
  const { demo } = cluster;
  const company = String(demo.companyId);
  const names = ['--firstname', FIRST_NAME, '--lastname', LAST_NAME];
  const owner = ['--username', USERNAME, '--email', OWNER_EMAIL, ...names, '--password', PASSWORD];
  const { id: ownerId } = await cluster.vitae<{ id: number }>('user', 'create', '--company', company, ...owner);
  const cvId = await importCv(ownerId);
  const invited = ['--email', INVITED_EMAIL, ...names, '--invite'];
  await cluster.vitae('user', 'create', '--company', company, '--username', 'invited', ...invited);
  await cluster.vitae('admin', 'create', '--company', company, '--email', ADMIN_EMAIL, '--password', PASSWORD);
  const app = await cluster.vitae<{ consumerSecret: string; apiKey: string }>(
    'app',
    'create',
    '--company',
    company,
    '--name',
    'Reader',
    '--callback',
    'https://app.example/back',
  );
  const [gateway = ''] = cluster.gateways;
  const signatures: string[] = [];
  const sign = (method: string, path: string, parameters: Record<string, string> = {}) => {
    const target = signedPath(method, path, demo, parameters);
    signatures.push(new URL(target, gateway).searchParams.get('hash') ?? '');
    return target;
  };
  const signed = (...request: Parameters<typeof sign>) => `${gateway}${sign(...request)}`;
  const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });
  const responses = await Promise.all([
    checkedFetch(signed('GET', '/api/v1/users/search', { term: OWNER_EMAIL })),
    checkedFetch(signed('GET', `/api/v1/cv/${cvId}`)),
    checkedFetch(signed('GET', `/api/v1/cv/${cvId}/export/pdf`)),
    checkedFetch(signed('GET', '/api/v1/users/search', { term: LAST_NAME })),
    checkedFetch(`${signed('GET', `/api/v1/cv/${demo.cvIds[0]}`)}0`),
    checkedFetch(`${gateway}/user?apiKey=${app.apiKey}`),
    fetch(`${gateway}/settings/sign-in`, form({ email: ADMIN_EMAIL, password: PASSWORD })),
    fetch(`${gateway}/account/login`, form({ username: OWNER_EMAIL, password: PASSWORD })),
  ]);
  expect(responses.slice(0, 4).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await responses[1]?.text()).toContain(CV_TEXT);
  // Node warns about the invalid port, with the whole URL, unless the target is checked before it is parsed.
  const target = `http://canary.example:port${sign('GET', '/api/v1/rate-limit')}`;
  await exchange(gateway, `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  // Failures of MongoDB, Redis and a service cause the most log lines.
  for (const proxy of [cluster.redis, cluster.mongodb, cluster.resume]) {
    proxy.set('down');
    await checkedFetch(signed('GET', `/api/v1/users/search`, { term: OWNER_EMAIL }));
    await checkedFetch(signed('GET', `/api/v1/cv/${cvId}/export/odt`));
    proxy.set('none');
  }
  await until(
    'the recovery',
    async () => (await checkedFetch(signed('GET', `/api/v1/cv/${demo.cvIds[0]}`))).status === 200,
  );
  await until('the rejected mail', () => cluster.output().includes('A mail was not sent'));

  expect(cluster.output()).not.toContain('canary.example');
  const secrets = [demo.secret, app.consumerSecret, app.apiKey, PASSWORD];
  const leaks = (text: string, words: readonly string[]) => words.filter((word) => text.includes(word));
  // The output also contains MongoDB's log, where slow queries may contain an email address.
  const lines = cluster
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{"level"'));
  // Lines of different processes can be mixed, so they are not parsed.
  const expectLine = (...parts: string[]) =>
    expect(lines.filter((line) => parts.every((part) => line.includes(part)))).not.toEqual([]);
  expectLine('"msg":"Request"', '"route":"/api/v1/cv/{id}"', '"status":200', '"outcome":"ok"');
  expectLine('"msg":"Request"', '"route":"/api/v1/cv/{id}"', '"status":403');
  expectLine('"msg":"Request"', '"route":"/api/v1/cv/{id}/export/{format}"', '"status":200');
  expectLine('"msg":"Request"', '"route":"page"');
  expectLine('"msg":"Call"', '"code":"OK"');
  const emails = [OWNER_EMAIL, ADMIN_EMAIL, INVITED_EMAIL];
  const logged = lines.join('\n');
  const texts = [FIRST_NAME, LAST_NAME, USERNAME, CV_TITLE, CV_TEXT, 'canary-text-62d0'];
  expect(signatures.filter((hash) => /^[0-9a-f]{64}$/.test(hash))).toHaveLength(signatures.length);
  expect(leaks(logged, [...secrets, ...emails, encodeURIComponent(OWNER_EMAIL), ...texts, ...signatures])).toEqual([]);
  expect(leaks(await dump(cluster.mongodbUri), secrets)).toEqual([]);
}, 120_000);

/** Imports a CV with recognizable texts. */
async function importCv(userId: number): Promise<number> {
  const sample = JSON.parse(await readFile(join(projectRoot, 'deploy/local/examples/sample.resume.json'), 'utf8'));
  Object.assign(sample.basics, { name: `${FIRST_NAME} ${LAST_NAME}`, label: CV_TITLE, summary: CV_TEXT });
  const folder = await mkdtemp(join(tmpdir(), 'vitae-canaries-'));
  try {
    const file = join(folder, 'canary.json');
    await writeFile(file, JSON.stringify(sample));
    const [cv] = await cluster.vitae<{ id: number }[]>('cv', 'import', '--user', String(userId), '--publish', file);
    return cv?.id ?? 0;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Sends raw bytes to a server and waits until it closes the connection. */
async function exchange(url: string, bytes: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(bytes);
  await text(socket);
}

/** Returns all documents as JSON. */
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
