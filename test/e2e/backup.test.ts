import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Backup, openBackup } from '../support/backup.ts';
import { type Databases, readDatabases } from '../support/database-copy.ts';
import { checkedFetch } from '../support/gateway/checked-fetch.ts';
import { plainPicture } from '../support/resume/picture-fixtures.ts';
import { type Key, signedPath } from '../support/signer.ts';
import { startTestCluster, type TestCluster, type TestClusterOptions } from '../support/test-cluster.ts';
import { until } from '../support/until.ts';

const SITE = 'https://cv.example.com';
const OPTIONS: TestClusterOptions = {
  workers: 1,
  environment: {
    // Kept apart from the dump, and the same in the restored system; its service keys are new ones.
    MASTER_KEYS: `kept:${randomBytes(32).toString('base64')}`,
    COMPANY_API_URL: SITE,
    OAUTH_URL: SITE,
    USER_API_URL: SITE,
    SITE_URL: SITE,
    EXPORT_WAIT_MS: '60000',
  },
};

let folder: string;
let backup: Backup;
let cluster: TestCluster | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitae-backup-'));
  backup = await openBackup();
  cluster = await startTestCluster(OPTIONS);
}, 900_000);
afterAll(async () => {
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
}, 120_000);

type Call = { method?: string; parameters?: Record<string, string>; body?: BodyInit; type?: string };

function callers(system: TestCluster, key: Key = system.demo) {
  const sign = (path: string, { method = 'GET', parameters = {} }: Call = {}) =>
    `${system.gateways[0]}${signedPath(method, path, key, parameters)}`;
  // A machine that is busy with other things may leave a call without time, which is a 503: it is signed anew.
  const send = (path: string, call: Call = {}) =>
    until(`an answer of ${path}`, async () => {
      const answer = await checkedFetch(sign(path, call), {
        method: call.method ?? 'GET',
        body: call.body ?? null,
        headers: call.body ? { 'Content-Type': call.type ?? 'application/json' } : {},
      });
      return answer.status !== 503 && answer;
    });
  const good = async (path: string, call: Call = {}): Promise<Buffer> => {
    const answer = await send(path, call);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${bytes}`);
    return bytes;
  };
  return { sign, send, good };
}

const statusWith = async (system: TestCluster, key: Key) =>
  (await callers(system, key).send(`/api/v1/cv/${system.demo.cvIds[0]}`)).status;

/** All that a company sees of its person: of every service something, and every picture and file. */
async function seen(system: TestCluster): Promise<Record<string, string>> {
  const { good } = callers(system);
  const { userId, cvIds } = system.demo;
  const [cv, other] = cvIds;
  const user = `/api/v1/users/${userId}`;
  const reads: [string, Call?][] = [
    [`/api/v1/cv/${cv}`],
    [`/api/v1/cv/${other}`],
    [`/api/v1/cv/${cv}/photo`],
    [`/api/v1/cv/${cv}/export/pdf`],
    [`/api/v1/cv/${cv}/export/json`],
    [user],
    [`${user}/comment`],
    [`/api/v1/svc/metadata`, { parameters: { userId: String(userId) } }],
  ];
  const answers: Record<string, string> = {};
  for (const [path, call] of reads) answers[path] = (await good(path, call)).toString('base64');
  return answers;
}

test('a dump of a running system is restored into an empty MongoDB: every document and index is there, and a system runs on it', async () => {
  const old = cluster as TestCluster;
  const { demo } = old;
  const { good, sign } = callers(old);
  const user = `/api/v1/users/${demo.userId}`;
  const [cvId] = demo.cvIds;
  const company = String(demo.companyId);
  await old.vitae('admin', 'create', '--company', company, '--email', 'boss@example.com');
  await good(`${user}/comment`, { method: 'POST', body: '{"comment":"Met at the fair"}' });
  const photo = new Uint8Array(await plainPicture('png', 60, 60));
  await good(`/api/v1/cv/${cvId}/photo`, { method: 'PUT', body: photo, type: 'image/png' });
  const newKey = () => old.vitae<Key>('key', 'create', '--company', company);
  const [revokedBefore, revokedAfter] = [await newKey(), await newKey()];
  for (const key of [revokedBefore, revokedAfter]) expect(await statusWith(old, key)).toBe(200);
  await old.vitae('key', 'revoke', '--key', revokedBefore.key);
  const before = await seen(old);
  const used: string[] = [];
  const use = () =>
    until('a call is let in', async () => {
      const url = sign(`/api/v1/cv/${cvId}`);
      const { status } = await checkedFetch(url);
      if (status === 200) used.push(url);
      return status === 200;
    });
  await use();

  // Written to all the while: the dump has to be of one moment all the same.
  const body = (seniority: number) =>
    JSON.stringify({ seniority, disabled: false, positions: { position: [{ id: 201 }] } });
  let writes = 0;
  let ended = false;
  const writing = (async () => {
    for (; !ended; writes += 1)
      await good(`${user}/employmentpreferences`, { method: 'PUT', body: body(1 + (writes % 2)) });
  })();
  await until('it is being written to', () => writes > 3);
  const dump = join(folder, 'dump');
  const moment = await backup.dump(old.mongodbUri, dump);
  const dumped = await readDatabases(old.mongodbUri, moment);
  ended = true;
  await writing;

  // What comes after the dump: not in it.
  await use();
  await old.vitae('key', 'revoke', '--key', revokedAfter.key);
  await old.vitae(
    'user',
    'create',
    '--company',
    company,
    ...'--username late --email late@example.com'.split(' '),
    ...'--firstname Late --lastname Comer'.split(' '),
  );
  await old.stop();
  cluster = undefined;

  let restored: Databases = {};
  const restore = async (uri: string) => {
    await backup.restore(uri, dump);
    restored = await readDatabases(uri);
  };
  const system = await startTestCluster({ ...OPTIONS, restored: { restore, demo } });
  cluster = system;
  process.stdout.write(
    `Restored by ${backup.by}: ${Object.keys(restored).length} collections, ${Object.values(restored).flatMap(({ documents }) => documents).length} documents, ${writes} writes meanwhile\n`,
  );
  expect(Object.keys(restored)).toEqual(Object.keys(dumped));
  for (const [namespace, { documents, indexes }] of Object.entries(dumped))
    expect({ namespace, documents: restored[namespace]?.documents, indexes: restored[namespace]?.indexes }).toEqual({
      namespace,
      documents,
      indexes,
    });
  const databases = [...new Set(Object.keys(dumped).map((namespace) => namespace.split('.')[0]))];
  expect(databases).toEqual(
    ['comments', 'export', 'gateway', 'metadata', 'preferences', 'resume', 'stats'].map((name) => `vitae_${name}`),
  );

  // Its Redis is empty: no URL that the old system has answered is good again, neither at first nor later.
  const usedAgain = () =>
    Promise.all(
      used.map(async (url) => {
        const { pathname, search } = new URL(url);
        return (await checkedFetch(`${system.gateways[0]}${pathname}${search}`)).status;
      }),
    );
  for (const status of await usedAgain()) expect([403, 503]).toContain(status);
  await until('keys sign', async () => (await statusWith(system, demo)) === 200);
  for (const status of await usedAgain()) expect([403, 503]).toContain(status);
  expect(await seen(system)).toEqual(before);
  expect(await statusWith(system, revokedBefore)).toBe(403);
  // What the dump cannot know has to be done again (docs/backup.md).
  expect(await statusWith(system, revokedAfter)).toBe(200);
  await system.vitae('key', 'revoke', '--key', revokedAfter.key);
  await until('it is revoked again', async () => (await statusWith(system, revokedAfter)) === 403);
  // What was never rendered is rendered.
  const text = await callers(system).good(`/api/v1/cv/${cvId}/export/txt`);
  expect(text.toString()).toContain('Pied Piper');
}, 600_000);
