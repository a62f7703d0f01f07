import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { createGridFsArtifactStore } from '@vitae/export/artifacts/gridfs-artifact-store';
import { systemClock } from '@vitae/kit/clock';
import { createLogger } from '@vitae/kit/log';
import { connectMongo } from '@vitae/kit/mongo';
import { observe, signedCv } from '../support/observed-requests.ts';
import { signedPath } from '../support/signer.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import { until } from '../support/until.ts';

const FULL = process.env.VITAE_FULL === '1';
const SLOW_READERS = FULL ? 1_000 : 100;
/** Four times as many may wait for an export: fewer than there are readers. */
const MOST_AT_ONCE = FULL ? 64 : 16;
/** More than sockets hold of an answer that nobody reads. */
const FILE_BYTES = 16 * 1024 * 1024;
const PART_BYTES = 256 * 1024;

let rig: TestCluster;

beforeAll(async () => {
  rig = await startTestCluster({ workers: 1, environment: { MAX_CONCURRENT_REQUESTS: String(MOST_AT_ONCE) } });
}, 400_000);
afterAll(() => rig?.stop(), 120_000);

const exportPath = (cv: number, format: string) =>
  signedPath('GET', `/api/v1/cv/${rig.demo.cvIds[cv]}/export/${format}`, rig.demo);
const makeExport = (cv: number, format: string, headers: Record<string, string> = {}) =>
  observe(`${rig.gateways[0]}${exportPath(cv, format)}`, { headers });

/** Puts a large file in the place of the one that was made: what it holds is nothing to the way it is sent. */
async function enlarge(): Promise<void> {
  const log = createLogger({ name: 'test', level: 'silent' });
  const mongo = await connectMongo({ uri: rig.mongodbUri, database: 'vitae_export', log });
  try {
    const files = mongo.connection.collection('artifacts.files');
    const made = await until(
      'it is made',
      async () => (await files.findOne({ 'metadata.format': 'txt' })) ?? undefined,
    );
    const { filename: address, metadata } = made;
    const { format, contentType, fileName } = metadata;
    const store = createGridFsArtifactStore({
      connection: mongo.connection,
      clock: systemClock,
      retentionMs: 3_600_000,
    });
    await files.deleteOne({ _id: made._id });
    const replace = async () => {
      const content = Readable.from(Array.from({ length: FILE_BYTES / PART_BYTES }, () => randomBytes(PART_BYTES)));
      return store.save({ address, format, contentType, fileName, content });
    };
    await until('the large file is in its place', replace);
  } finally {
    await mongo.close();
  }
}

type Reader = { socket: Socket; head: string };

/** Asks for the file, reads the beginning, and no more. */
function readSlowly(port: number): Reader {
  const reader = { socket: connect(port, '127.0.0.1'), head: '' };
  reader.socket.on('error', () => undefined);
  reader.socket.once('data', (bytes) => {
    reader.head = bytes.toString('latin1', 0, 200);
    reader.socket.pause();
  });
  reader.socket.write(`GET ${exportPath(0, 'txt')} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  return reader;
}

test('callers who read an export slowly keep nobody out, and get it whole when they read on', async () => {
  // Nobody reads it as it is: the gateway would keep it.
  expect((await makeExport(0, 'txt', { Prefer: 'respond-async' })).status).toBe(202);
  await enlarge();
  const port = Number(new URL(rig.gateways[0] as string).port);
  const readers: Reader[] = [];
  try {
    for (let index = 0; index < SLOW_READERS; index += 1) {
      const reader = readSlowly(port);
      readers.push(reader);
      // One after the other: as many at once would be too much, as any calls.
      await until('it has the head', () => reader.head !== '');
    }
    expect(readers.map(({ head }) => head.slice(0, 15))).toEqual(readers.map(() => 'HTTP/1.1 200 OK'));
    for (let index = 0; index < 10; index += 1) expect((await observe(signedCv(rig, index))).status).toBe(200);
    expect((await makeExport(1, 'json')).status).toBe(200);
    const [first] = readers;
    first?.socket.resume();
    await until('the first has the whole file', () => (first?.socket.bytesRead ?? 0) > FILE_BYTES);
  } finally {
    for (const { socket } of readers) socket.destroy();
  }
  expect((await observe(signedCv(rig))).status).toBe(200);
}, 240_000);
