import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Backup, openBackup } from '../support/backup.ts';
import { type Databases, readDatabases } from '../support/database-copy.ts';
import { checkedFetch } from '../support/gateway/checked-fetch.ts';
import { plainPicture } from '../support/resume/picture-fixtures.ts';
import type { S3Server } from '../support/s3-server.ts';
import { type Key, signedPath } from '../support/signer.ts';
import { startTestCluster, type TestCluster, type TestClusterOptions } from '../support/test-cluster.ts';
import { until } from '../support/until.ts';

const SITE = 'https://cv.example.com';
const OPTIONS: TestClusterOptions = {
  workers: 1,
  environment: {
    // Not part of the dump. The restored system has the same master keys, but new service keys.
    MASTER_KEYS: `backup:${randomBytes(32).toString('base64')}`,
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

type RequestOptions = { method?: string; parameters?: Record<string, string>; body?: BodyInit; type?: string };

function clientOf(system: TestCluster, key: Key = system.demo) {
  const sign = (path: string, { method = 'GET', parameters = {} }: RequestOptions = {}) =>
    `${system.gateways[0]}${signedPath(method, path, key, parameters)}`;
  // A 503 of a busy machine is retried with a new signature.
  const send = (path: string, options: RequestOptions = {}) =>
    until(`a response from ${path}`, async () => {
      const response = await checkedFetch(sign(path, options), {
        method: options.method ?? 'GET',
        body: options.body ?? null,
        headers: options.body ? { 'Content-Type': options.type ?? 'application/json' } : {},
      });
      return response.status !== 503 && response;
    });
  const bytesOf = async (path: string, options: RequestOptions = {}): Promise<Buffer> => {
    const response = await send(path, options);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (!response.ok) throw new Error(`${path}: ${response.status} ${bytes}`);
    return bytes;
  };
  return { sign, send, bytesOf };
}

const statusWith = async (system: TestCluster, key: Key) =>
  (await clientOf(system, key).send(`/api/v1/cv/${system.demo.cvIds[0]}`)).status;

/** Reads data of every service, a picture and files. */
async function readEverything(system: TestCluster): Promise<Record<string, string>> {
  const { bytesOf } = clientOf(system);
  const { userId, cvIds } = system.demo;
  const [cv, other] = cvIds;
  const user = `/api/v1/users/${userId}`;
  const reads: [string, RequestOptions?][] = [
    [`/api/v1/cv/${cv}`],
    [`/api/v1/cv/${other}`],
    [`/api/v1/cv/${cv}/photo`],
    [`/api/v1/cv/${cv}/export/pdf`],
    [`/api/v1/cv/${cv}/export/json`],
    [user],
    [`${user}/comment`],
    [`/api/v1/svc/metadata`, { parameters: { userId: String(userId) } }],
  ];
  const responses: Record<string, string> = {};
  // Files in S3 are not restored, so the PDF file is rendered again: only its dates may differ.
  for (const [path, options] of reads) {
    const undated = (await bytesOf(path, options)).toString('latin1').replaceAll(/\(D:\d{14}/g, '(D:');
    responses[path] = Buffer.from(undated, 'latin1').toString('base64');
  }
  return responses;
}

test('restores a dump of a running system with every document and index, and starts a system on it', async () => {
  const old = cluster as TestCluster;
  const { demo } = old;
  const { bytesOf, sign } = clientOf(old);
  const user = `/api/v1/users/${demo.userId}`;
  const [cvId] = demo.cvIds;
  const company = String(demo.companyId);
  await old.vitae('admin', 'create', '--company', company, '--email', 'boss@example.com');
  await bytesOf(`${user}/comment`, { method: 'POST', body: '{"comment":"Met at the fair"}' });
  const photo = new Uint8Array(await plainPicture('png', 60, 60));
  await bytesOf(`/api/v1/cv/${cvId}/photo`, { method: 'PUT', body: photo, type: 'image/png' });
  const newKey = () => old.vitae<Key>('key', 'create', '--company', company);
  const [revokedBefore, revokedAfter] = [await newKey(), await newKey()];
  for (const key of [revokedBefore, revokedAfter]) expect(await statusWith(old, key)).toBe(200);
  await old.vitae('key', 'revoke', '--key', revokedBefore.key);
  const before = await readEverything(old);
  const usedUrls: string[] = [];
  const useUrl = () =>
    until('an accepted request', async () => {
      const url = sign(`/api/v1/cv/${cvId}`);
      const { status } = await checkedFetch(url);
      if (status === 200) usedUrls.push(url);
      return status === 200;
    });
  await useUrl();

  // The dump must be consistent although there are writes.
  const body = (seniority: number) =>
    JSON.stringify({ seniority, disabled: false, positions: { position: [{ id: 201 }] } });
  let writes = 0;
  let stopped = false;
  const writing = (async () => {
    for (; !stopped; writes += 1)
      await bytesOf(`${user}/employmentpreferences`, { method: 'PUT', body: body(1 + (writes % 2)) });
  })();
  await until('some writes', () => writes > 3);
  const dump = join(folder, 'dump');
  const moment = await backup.dump(old.mongodbUri, dump);
  const dumped = await readDatabases(old.mongodbUri, moment);
  stopped = true;
  await writing;
  const pictures = (await old.s3?.objects('pictures/')) ?? [];

  // Changes after the dump are lost.
  await useUrl();
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
  const restore = async (uri: string, s3: S3Server | undefined) => {
    await backup.restore(uri, dump);
    restored = await readDatabases(uri);
    for (const picture of pictures) await s3?.put(picture);
  };
  const system = await startTestCluster({ ...OPTIONS, restored: { restore, demo } });
  cluster = system;
  process.stdout.write(
    `Restored by ${backup.by}: ${Object.keys(restored).length} collections, ${Object.values(restored).flatMap(({ documents }) => documents).length} documents, ${writes} writes during the dump\n`,
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

  // The restored system has an empty Redis. It must still reject every URL that the old system has accepted.
  const replay = () =>
    Promise.all(
      usedUrls.map(async (url) => {
        const { pathname, search } = new URL(url);
        return (await checkedFetch(`${system.gateways[0]}${pathname}${search}`)).status;
      }),
    );
  for (const status of await replay()) expect([403, 503]).toContain(status);
  await until('an accepted request', async () => (await statusWith(system, demo)) === 200);
  for (const status of await replay()) expect([403, 503]).toContain(status);
  expect(await readEverything(system)).toEqual(before);
  expect(await statusWith(system, revokedBefore)).toBe(403);
  // Revocations after the dump have to be repeated (docs/backup.md).
  expect(await statusWith(system, revokedAfter)).toBe(200);
  await system.vitae('key', 'revoke', '--key', revokedAfter.key);
  await until('the rejection of the revoked key', async () => (await statusWith(system, revokedAfter)) === 403);
  // An export that is not in the dump is rendered.
  const text = await clientOf(system).bytesOf(`/api/v1/cv/${cvId}/export/txt`);
  expect(text.toString()).toContain('Pied Piper');
}, 600_000);
