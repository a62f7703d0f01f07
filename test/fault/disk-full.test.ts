import { createHash } from 'node:crypto';
import mongoose from 'mongoose';
import { checkAnswer } from '../support/gateway/checked-fetch.ts';
import { expectRecovery, observe, signedCv } from '../support/observed-requests.ts';
import { signedPath } from '../support/signer.ts';
import { type SmallDisk, startSmallDisk } from '../support/small-disk.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import { until } from '../support/until.ts';

/*
 * The export worker keeps its files in a MongoDB of its own, on a disk that can be full. MongoDB says so in two ways:
 * it answers OutOfDiskSpace to what writes (that is made with its own failCommand), or, when its journal cannot be
 * written, it ends (that is made with a small tmpfs that is really full).
 */

let disk: SmallDisk;
let rig: TestCluster;

beforeAll(async () => {
  disk = await startSmallDisk();
  const workerEnvironment = { MONGODB_URI: disk.uri };
  // Waiting callers see the end of an export, not that it takes long.
  rig = await startTestCluster({ workers: 1, workerEnvironment, environment: { EXPORT_WAIT_MS: '60000' } });
}, 400_000);
afterAll(async () => {
  await rig?.stop();
  await disk?.stop();
}, 60_000);

type Got = { status: number; headers: Headers; body: Buffer };

async function call(method: string, path: string, headers: Record<string, string> = {}): Promise<Got> {
  const url = `${rig.gateways[0]}${signedPath(method, path, rig.demo)}`;
  const answer = await fetch(url, { method, headers, signal: AbortSignal.timeout(90_000) });
  const body = Buffer.from(await answer.arrayBuffer());
  checkAnswer(method, url, { status: answer.status, headers: answer.headers, text: body.toString('latin1') });
  return { status: answer.status, headers: answer.headers, body };
}

const exportOf = (index: number, format: string) => call('GET', `/api/v1/cv/${rig.demo.cvIds[index]}/export/${format}`);

function expectWhole({ status, headers, body }: Got): void {
  expect(status).toBe(200);
  expect(headers.get('etag')).toBe(`"${createHash('sha256').update(body).digest('hex')}"`);
}

function expectRefused({ status, headers }: Got): void {
  expect(status).toBe(503);
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
}

/** Every file that can be found has all its bytes. */
async function expectNothingHalf(): Promise<void> {
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

const stateOf = async (at: string) => JSON.parse(String((await call('GET', at)).body)).export.state as string;

test('the disk of finished files is full for a moment: the export is tried again and ends well', async () => {
  expectWhole(await exportOf(0, 'json'));
  await disk.rejectWrites(2);
  expectWhole(await exportOf(0, 'txt'));
  await expectNothingHalf();
}, 180_000);

test('the disk of finished files is full: 503 with Retry-After, files that are there are served, other calls go on', async () => {
  await disk.rejectWrites();
  const asked = exportOf(1, 'txt');
  const accepted = await call('GET', `/api/v1/cv/${rig.demo.cvIds[1]}/export/json`, { Prefer: 'respond-async' });
  expect(accepted.status).toBe(202);
  const location = accepted.headers.get('location') as string;
  expectWhole(await exportOf(0, 'json'));
  expect((await observe(signedCv(rig))).status).toBe(200);
  expectRefused(await asked);
  // It is said of what was accepted how it ended, and that asking again may help.
  await until('what was accepted has ended', async () => (await stateOf(location)) === 'failed', 30_000);
  expectRefused(await call('GET', `${location}/file`));

  await disk.freeSpace();
  expectWhole(await exportOf(1, 'json'));
  expect(await stateOf(location)).toBe('completed');
  expectWhole(await call('GET', `${location}/file`));
  expectWhole(await exportOf(1, 'txt'));
  await expectNothingHalf();
}, 240_000);

test('the disk of finished files is full to the last byte and MongoDB ends: 503 with Retry-After, all is there when there is room', async () => {
  const kept = await exportOf(0, 'json');
  await disk.fill();
  expectRefused(await exportOf(0, 'odt'));
  expect((await observe(signedCv(rig))).status).toBe(200);
  await disk.freeSpace();
  await until('exports are made again', async () => (await exportOf(0, 'odt')).status === 200, 60_000);
  expect((await exportOf(0, 'json')).body).toEqual(kept.body);
  await expectNothingHalf();
  await expectRecovery(rig);
  process.stdout.write(`The full disk was ${disk.means}; mongod ended ${disk.crashes()} times meanwhile\n`);
}, 300_000);
