import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { type AcknowledgedWrite, startWriter, type Writer } from '../support/acknowledged-writes.ts';
import { type Backup, openBackup } from '../support/backup.ts';
import { type Databases, readDatabases } from '../support/database-copy.ts';
import { checkedFetch } from '../support/gateway/checked-fetch.ts';
import { commandOnDatabase, createAdminUser, createUsersDuring, usersOf } from '../support/mongodb-users.ts';
import { reportRecovery, undocumentedTargets } from '../support/recovery-targets.ts';
import { plainPicture } from '../support/resume/picture-fixtures.ts';
import type { S3Server } from '../support/s3-server.ts';
import { clientOf, type RequestOptions } from '../support/signed-client.ts';
import type { Key } from '../support/signer.ts';
import { startTestCluster, type TestCluster, type TestClusterOptions } from '../support/test-cluster.ts';
import { until } from '../support/until.ts';

const SITE = 'https://cv.example.com';
const OPTIONS: TestClusterOptions = {
  workers: 1,
  // Pictures are in S3, and exported files in MongoDB, so that both are restored.
  s3: true,
  ...(process.env.VITAE_TEST_STORE !== 's3' && { workerEnvironment: { ARTIFACT_STORE: 'gridfs' } }),
  mongodbUsers: true,
  environment: {
    // Not part of the backup. The restored system has the same master keys, but new service keys.
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
  backup = await openBackup(join(folder, 'archive'));
  cluster = await startTestCluster(OPTIONS);
}, 900_000);
afterAll(async () => {
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
}, 120_000);

const say = (line: string) => void process.stdout.write(`${line}\n`);

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

/** The state of a running system, its later changes, and what an attacker or an operator remembers. */
type History = {
  demo: TestCluster['demo'];
  chosen: number;
  /** All databases at the end of the chosen second. */
  expected: Databases;
  before: Record<string, string>;
  writes: readonly AcknowledgedWrite[];
  usedUrls: string[];
  revokedBefore: Key;
  revokedAfter: Key;
  /** Deleted after the chosen second. */
  userId: number;
  pictures: Awaited<ReturnType<S3Server['objects']>>;
  /** Users of MongoDB that were created during the full copy. */
  createdUsers: string[];
  destroyedAt: number;
};

const newUser = (system: TestCluster, name: string) =>
  system.vitae<{ id: number }>(
    ...['user', 'create', '--company', String(system.demo.companyId), '--username', name],
    ...['--email', `${name}@example.com`, '--firstname', name, '--lastname', 'Comer'],
  );

/** Uses the system while it is backed up, then destroys it. */
async function useAndDestroy(old: TestCluster): Promise<History> {
  const { demo } = old;
  const { bytesOf, sign } = clientOf(old);
  const comments = `/api/v1/users/${demo.userId}/comment`;
  const [cvId] = demo.cvIds;
  const company = String(demo.companyId);
  // Without retries: the writer must end when the system is destroyed.
  const comment = async (text: string) => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ comment: text });
    const { ok } = await checkedFetch(sign(comments, { method: 'POST' }), { method: 'POST', headers, body });
    if (!ok) throw new Error('The comment was not stored');
  };
  await old.vitae('admin', 'create', '--company', company, '--email', 'boss@example.com');
  const photo = new Uint8Array(await plainPicture('png', 60, 60));
  await bytesOf(`/api/v1/cv/${cvId}/photo`, { method: 'PUT', body: photo, type: 'image/png' });
  const newKey = () => old.vitae<Key>('key', 'create', '--company', company);
  const [revokedBefore, revokedAfter] = [await newKey(), await newKey()];
  for (const key of [revokedBefore, revokedAfter]) expect(await statusWith(old, key)).toBe(200);
  await old.vitae('key', 'revoke', '--key', revokedBefore.key);
  const { id: userId } = await newUser(old, 'leaver');
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

  const writer = startWriter(comment);
  const archived = () => backup.lastSecond();
  await until('some writes', () => writer.acknowledged.length > 3);
  const backupUri = await createAdminUser(old.mongodbUri, 'backup', ['backup']);
  // Database users that are created during the copy belong to the old installation.
  const createdUsers = await createUsersDuring(backup.full(backupUri), old.mongodbUri);
  const follower = backup.follow(backupUri, 1);
  const from = await archived();
  await until('writes in later seconds', () => lastSecondOf(writer) > from + 3);
  const chosen = lastSecondOf(writer) - 1;
  await until('writes after the chosen second', () => lastSecondOf(writer) > chosen + 1);
  const moment = new mongoose.mongo.Timestamp({ t: chosen, i: 0xffff_ffff });
  const expected = await readDatabases(old.mongodbUri, moment);

  await useUrl();
  await old.vitae('key', 'revoke', '--key', revokedAfter.key);
  await bytesOf(`/api/v1/users/${userId}`, { method: 'DELETE' });
  await newUser(old, 'late');
  const changed = Math.ceil(Date.now() / 1_000);
  await until('the archive of these changes', async () => (await archived()) >= changed, 120_000);
  const pictures = (await old.s3?.objects('pictures/')) ?? [];
  expect(pictures.length).toBeGreaterThan(0);
  old.process('mongodb').signal('SIGKILL');
  const destroyedAt = Date.now();
  await Promise.all([follower.kill(), writer.stop(), old.stop()]);
  cluster = undefined;
  const lost = (writer.acknowledged.at(-1)?.acknowledgedAt ?? 0) - (await archived()) * 1_000;
  reportRecovery(
    'Recovery point',
    Math.max(0, lost) / 1_000,
    `of ${writer.acknowledged.length} writes are not archived`,
  );
  const writes = writer.acknowledged;
  return {
    ...{ demo, chosen, expected, before, writes, usedUrls, pictures, createdUsers, destroyedAt },
    ...{ revokedBefore, revokedAfter, userId },
  };
}

const lastSecondOf = ({ acknowledged }: Writer) => Math.floor((acknowledged.at(-1)?.acknowledgedAt ?? 0) / 1_000);

function expectRestored(restored: Databases, { expected, writes, chosen }: History): void {
  expect(Object.keys(restored)).toEqual(Object.keys(expected));
  for (const [namespace, { documents, indexes }] of Object.entries(expected))
    expect({ namespace, documents: restored[namespace]?.documents, indexes: restored[namespace]?.indexes }).toEqual({
      namespace,
      documents,
      indexes,
    });
  const databases = [...new Set(Object.keys(restored).map((namespace) => namespace.split('.')[0]))];
  expect(databases).toEqual(
    ['comments', 'export', 'gateway', 'metadata', 'preferences', 'resume', 'stats'].map((name) => `vitae_${name}`),
  );
  const end = (chosen + 1) * 1_000;
  const stored = restored['vitae_comments.comments']?.documents.join() ?? '';
  const isStored = ({ text }: AcknowledgedWrite) => stored.includes(text);
  const [acknowledged, later] = [
    writes.filter(({ acknowledgedAt }) => acknowledgedAt < end),
    writes.filter(({ sentAt }) => sentAt >= end),
  ];
  expect(acknowledged.length).toBeGreaterThan(3);
  expect(later.length).toBeGreaterThan(0);
  expect(acknowledged.filter((write) => !isStored(write))).toEqual([]);
  expect(later.filter(isStored)).toEqual([]);
}

/** The restored system has an empty Redis. It must still reject every URL that the old system has accepted. */
async function expectReplaysRejected(system: TestCluster, { usedUrls, demo }: History): Promise<void> {
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
}

/** Revocations and deletions after the chosen second have to be repeated (docs/backup.md). */
async function repeatChanges(system: TestCluster, history: History): Promise<void> {
  const { revokedBefore, revokedAfter, userId, chosen } = history;
  const statusOfUser = async () => (await clientOf(system).send(`/api/v1/users/${userId}`)).status;
  expect(await statusWith(system, revokedBefore)).toBe(403);
  expect(await statusWith(system, revokedAfter)).toBe(200);
  expect(await statusOfUser()).toBe(200);
  const file = join(folder, 'changes.bson');
  await writeFile(file, await backup.changesAfter(chosen));
  const repeat = () => system.vitae('recovery', 'repeat', file, '--after', String(chosen));
  expect(await repeat()).toMatchObject({ users: 1, cvs: 0, keys: 1, applications: 0, grants: 0 });
  await until('the rejection of the revoked key', async () => (await statusWith(system, revokedAfter)) === 403);
  expect(await statusOfUser()).toBe(404);
  expect(await repeat()).toMatchObject({ users: 0, keys: 0 });
}

test('restores all databases to the chosen second, and starts a system on them', async () => {
  const history = await useAndDestroy(cluster as TestCluster);
  const { demo, chosen, before, pictures, createdUsers, destroyedAt } = history;
  let restored: Databases = {};
  const restore = async (uri: string, s3: S3Server | undefined) => {
    const restoreUri = await createAdminUser(uri, 'restore', ['restore', 'readWriteAnyDatabase']);
    const startedAt = Date.now();
    await backup.restore(restoreUri, chosen);
    const seconds = (Date.now() - startedAt) / 1_000;
    restored = await readDatabases(uri);
    const documents = Object.values(restored).flatMap((one) => one.documents);
    say(`Restored ${documents.length} documents (${documents.join('').length} characters) in ${seconds} s`);
    await expect(backup.restore(restoreUri, chosen)).rejects.toThrow('the target contains data of Vitae');
    for (const picture of pictures) await s3?.put(picture);
  };
  const system = await startTestCluster({ ...OPTIONS, restored: { restore, demo } });
  cluster = system;
  expectRestored(restored, history);
  expect(createdUsers.length).toBeGreaterThan(1);
  const users = await usersOf(system.mongodbUri);
  expect(users).toEqual(expect.arrayContaining(['root', 'gateway', 'comments']));
  expect(users.filter((name) => createdUsers.includes(name))).toEqual([]);
  await expectReplaysRejected(system, history);
  reportRecovery('Recovery time', (Date.now() - destroyedAt) / 1_000, 'from the loss to an accepted request');
  await repeatChanges(system, history);
  expect(await readEverything(system)).toEqual(before);
  // An export that is not in the backup is rendered.
  const text = await clientOf(system).bytesOf(`/api/v1/cv/${demo.cvIds[0]}/export/txt`);
  expect(text.toString()).toContain('Pied Piper');
}, 600_000);

test('changes the lifetime of documents with the MongoDB user of the process', async () => {
  const { mongodbUri, process: processOf } = cluster as TestCluster;
  const lifetime = { index: { keyPattern: { at: 1 }, expireAfterSeconds: 60 } };
  const changed = await commandOnDatabase(mongodbUri, 'vitae_comments', { collMod: 'idempotency', ...lifetime });
  await processOf('comments').restart();
  const indexes = (await readDatabases(mongodbUri))['vitae_comments.idempotency']?.indexes.join();
  expect(changed).toMatchObject({ expireAfterSeconds_old: 86_400, expireAfterSeconds_new: 60 });
  expect(indexes).toContain('"expireAfterSeconds":86400');
}, 120_000);

test('does not start on the restored databases without their master keys', async () => {
  const system = cluster as TestCluster;
  const gateway = system.process('gateway-1');
  const MASTER_KEYS = `backup:${randomBytes(32).toString('base64')}`;
  await expect(gateway.restart('SIGTERM', { MASTER_KEYS })).rejects.toThrow('gateway-1 exited');
  expect(system.output()).toContain(
    'MASTER_KEYS: the secrets in the database are encrypted with master key "backup", which is missing or has another value.',
  );
  await gateway.restart();
  await until('an accepted request', async () => (await statusWith(system, system.demo)) === 200);
}, 300_000);

test('the targets are those of the documentation', async () => {
  expect(await undocumentedTargets()).toEqual([]);
});
