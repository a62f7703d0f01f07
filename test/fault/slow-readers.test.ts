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
/** Four times as many may wait for an export, which is fewer than the readers. */
const MAX_CONCURRENT_REQUESTS = FULL ? 64 : 16;
/** Larger than the socket buffers. */
const FILE_BYTES = 16 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;

let cluster: TestCluster;

beforeAll(async () => {
  const environment = { MAX_CONCURRENT_REQUESTS: String(MAX_CONCURRENT_REQUESTS) };
  cluster = await startTestCluster({ workers: 1, environment });
}, 400_000);
afterAll(() => cluster?.stop(), 120_000);

const exportPath = (cv: number, format: string) =>
  signedPath('GET', `/api/v1/cv/${cluster.demo.cvIds[cv]}/export/${format}`, cluster.demo);
const requestExport = (cv: number, format: string, headers: Record<string, string> = {}) =>
  observe(`${cluster.gateways[0]}${exportPath(cv, format)}`, { headers });

/** Replaces the exported file by a large file of random bytes. */
async function replaceByLargeFile(): Promise<void> {
  const log = createLogger({ name: 'test', level: 'silent' });
  const mongo = await connectMongo({ uri: cluster.mongodbUri, database: 'vitae_export', log });
  try {
    const files = mongo.connection.collection('artifacts.files');
    const file = await until(
      'the exported file',
      async () => (await files.findOne({ 'metadata.format': 'txt' })) ?? undefined,
    );
    const { filename: address, metadata } = file;
    const { format, contentType, companyId, fileName } = metadata;
    const store = createGridFsArtifactStore({
      connection: mongo.connection,
      clock: systemClock,
      retentionMs: 3_600_000,
    });
    await files.deleteOne({ _id: file._id });
    const replace = async () => {
      const content = Readable.from(Array.from({ length: FILE_BYTES / CHUNK_BYTES }, () => randomBytes(CHUNK_BYTES)));
      return store.save({ address, format, contentType, companyId, fileName, content });
    };
    await until('the large file', replace);
  } finally {
    await mongo.close();
  }
}

type Reader = { socket: Socket; head: string };

/** Starts a slow download. Like every client, it repeats a request that an overloaded machine rejects with 503. */
async function startReading(port: number): Promise<Reader> {
  return until('a slow download', async () => {
    const reader = readSlowly(port);
    await until('the response headers', () => reader.head !== '');
    if (reader.head.startsWith('HTTP/1.1 200 OK')) return reader;
    reader.socket.destroy();
    expect(reader.head).toMatch(/^HTTP\/1.1 503 .*^retry-after: \d/ims);
    return undefined;
  });
}

/** Requests the file, reads the beginning and pauses. */
function readSlowly(port: number): Reader {
  const reader = { socket: connect(port, '127.0.0.1'), head: '' };
  reader.socket.on('error', () => undefined);
  reader.socket.once('data', (bytes) => {
    reader.head = bytes.toString('latin1', 0, 1_000);
    reader.socket.pause();
  });
  reader.socket.write(`GET ${exportPath(0, 'txt')} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  return reader;
}

test('serves other clients while clients read an export slowly, and completes the slow downloads', async () => {
  // Asynchronous, because the gateway caches a file that it has sent.
  expect((await requestExport(0, 'txt', { Prefer: 'respond-async' })).status).toBe(202);
  await replaceByLargeFile();
  const port = Number(new URL(cluster.gateways[0] as string).port);
  const readers: Reader[] = [];
  try {
    for (let index = 0; index < SLOW_READERS; index += 1) {
      // One after the other, because the gateway limits concurrent requests.
      readers.push(await startReading(port));
    }
    for (let index = 0; index < 10; index += 1) expect((await observe(signedCv(cluster, index))).status).toBe(200);
    expect((await requestExport(1, 'json')).status).toBe(200);
    const [first] = readers;
    first?.socket.resume();
    await until('the complete file', () => (first?.socket.bytesRead ?? 0) > FILE_BYTES);
  } finally {
    for (const { socket } of readers) socket.destroy();
  }
  expect((await observe(signedCv(cluster))).status).toBe(200);
}, 240_000);
