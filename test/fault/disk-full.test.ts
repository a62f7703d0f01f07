import { createHash } from 'node:crypto';
import mongoose from 'mongoose';
import { checkResponse } from '../support/gateway/checked-fetch.ts';
import { expectRecovery, observe, signedCv } from '../support/observed-requests.ts';
import { signedPath } from '../support/signer.ts';
import { type SmallDisk, startSmallDisk } from '../support/small-disk.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import { until } from '../support/until.ts';

// The export worker stores files in a separate MongoDB on a small disk. On a full disk MongoDB rejects writes with
// OutOfDiskSpace (simulated with failCommand), or exits if it cannot write its journal (a tmpfs that is really full).

let disk: SmallDisk;
let cluster: TestCluster;

beforeAll(async () => {
  disk = await startSmallDisk();
  const workerEnvironment = { MONGODB_URI: disk.uri };
  // Long enough that requests wait for the end of an export.
  cluster = await startTestCluster({ workers: 1, workerEnvironment, environment: { EXPORT_WAIT_MS: '60000' } });
}, 400_000);
afterAll(async () => {
  await cluster?.stop();
  await disk?.stop();
}, 60_000);

type Received = { status: number; headers: Headers; body: Buffer };

async function send(method: string, path: string, headers: Record<string, string> = {}): Promise<Received> {
  const url = `${cluster.gateways[0]}${signedPath(method, path, cluster.demo)}`;
  const response = await fetch(url, { method, headers, signal: AbortSignal.timeout(90_000) });
  const body = Buffer.from(await response.arrayBuffer());
  checkResponse(method, url, { status: response.status, headers: response.headers, text: body.toString('latin1') });
  return { status: response.status, headers: response.headers, body };
}

const exportOf = (index: number, format: string) =>
  send('GET', `/api/v1/cv/${cluster.demo.cvIds[index]}/export/${format}`);

function expectComplete({ status, headers, body }: Received): void {
  expect(status).toBe(200);
  expect(headers.get('etag')).toBe(`"${createHash('sha256').update(body).digest('hex')}"`);
}

function expectUnavailable({ status, headers }: Received): void {
  expect(status).toBe(503);
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
}

/** Compares every stored file with its hash. */
async function expectStoredFilesComplete(): Promise<void> {
  const connection = mongoose.createConnection(disk.uri, { dbName: 'vitae_export' });
  await connection.asPromise();
  try {
    const files = await connection.collection('artifacts.files').find().toArray();
    expect(files.length).toBeGreaterThan(0);
    for (const { _id, metadata } of files) {
      const chunks = await connection.collection('artifacts.chunks').find({ files_id: _id }).sort({ n: 1 }).toArray();
      const hash = createHash('sha256');
      for (const { data } of chunks) hash.update(data.value());
      expect(hash.digest('hex')).toBe(metadata.sha256);
    }
  } finally {
    await connection.close();
  }
}

const stateOf = async (at: string) => JSON.parse(String((await send('GET', at)).body)).export.state as string;

test('retries an export when the disk is full for a moment', async () => {
  expectComplete(await exportOf(0, 'json'));
  await disk.rejectWrites(2);
  expectComplete(await exportOf(0, 'txt'));
  await expectStoredFilesComplete();
}, 180_000);

test('responds 503 with Retry-After to new exports on a full disk, and serves stored files and other requests', async () => {
  await disk.rejectWrites();
  const waiting = exportOf(1, 'txt');
  const accepted = await send('GET', `/api/v1/cv/${cluster.demo.cvIds[1]}/export/json`, { Prefer: 'respond-async' });
  expect(accepted.status).toBe(202);
  const location = accepted.headers.get('location') as string;
  expectComplete(await exportOf(0, 'json'));
  expect((await observe(signedCv(cluster))).status).toBe(200);
  expectUnavailable(await waiting);
  // The accepted export fails; its file can be requested again.
  await until('the end of the accepted export', async () => (await stateOf(location)) === 'failed', 30_000);
  expectUnavailable(await send('GET', `${location}/file`));

  await disk.freeSpace();
  expectComplete(await exportOf(1, 'json'));
  expect(await stateOf(location)).toBe('completed');
  expectComplete(await send('GET', `${location}/file`));
  expectComplete(await exportOf(1, 'txt'));
  await expectStoredFilesComplete();
}, 240_000);

test('responds 503 with Retry-After while a full disk stops MongoDB, and recovers without loss when space is free', async () => {
  const stored = await exportOf(0, 'json');
  await disk.fill();
  expectUnavailable(await exportOf(0, 'odt'));
  expect((await observe(signedCv(cluster))).status).toBe(200);
  await disk.freeSpace();
  await until('a successful export', async () => (await exportOf(0, 'odt')).status === 200, 60_000);
  expect((await exportOf(0, 'json')).body).toEqual(stored.body);
  await expectStoredFilesComplete();
  await expectRecovery(cluster);
  process.stdout.write(`Full disk: ${disk.means}; mongod exited ${disk.crashes()} times\n`);
}, 300_000);
