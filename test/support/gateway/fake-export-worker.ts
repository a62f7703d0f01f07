import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { systemClock } from '@vitae/kit/clock';
import type { AuthorizeCall } from '@vitae/kit/service-identity';
import { readPrivateKey } from '@vitae/kit/signing-keys';
import { archiveAddress } from '@vitae/proto/export-address';
import {
  type ExportFailure,
  type ExportPayload,
  type ExportResult,
  exportQueue,
  type JobFormat,
} from '@vitae/proto/export-job';
import { createReceiptSigner } from '@vitae/proto/export-receipt';
import { type ConnectionOptions, UnrecoverableError, Worker } from 'bullmq';
import { projectRoot } from '../project-root.ts';

const RECEIPT_KEY = readPrivateKey(
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
);

const { version } = JSON.parse(readFileSync(join(projectRoot, 'gateway/package.json'), 'utf8')) as { version: string };

export const FILE = Buffer.from('%PDF-1.7 a file');

export type FakeExportPayload = ExportPayload & { cvIds?: number[] };

/** A fake export worker that processes jobs and serves files over HTTP. */
export type FakeExportWorker = {
  url: string;
  /** The stored files by address. */
  files: Map<string, Buffer>;
  /** The CV ids in each archive. */
  archived: Map<string, number[]>;
  jobs: FakeExportPayload[];
  /** The received requests with their headers. */
  seen: Record<string, unknown>[];
  /** Runs at the start of each job. */
  render(payload: FakeExportPayload): Promise<void>;
  version: string;
  /** The value of EXPORT_BROWSER_SANDBOX. */
  sandbox: string;
  /** Returns the content of a new file. */
  contentOf(format: JobFormat): Buffer;
  /** The address of the file if its CV was modified during the export. */
  storedAt: string | undefined;
  /** Restores the initial state. */
  reset(): void;
  stop(): Promise<void>;
};

export type FakeExportWorkerOptions = {
  connection: ConnectionOptions;
  prefix: string;
  authorize: AuthorizeCall;
  hasCv(id: number): boolean;
};

export const CONCURRENCY = 4;

export async function startFakeExportWorker(options: FakeExportWorkerOptions): Promise<FakeExportWorker> {
  const { connection, prefix, authorize, hasCv } = options;
  const server = createServer((request, response) => serveFiles(worker, authorize)(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const jobs = new Worker<FakeExportPayload, ExportResult>(exportQueue, ({ data }) => make(data), {
    connection,
    prefix,
    concurrency: CONCURRENCY,
  });
  jobs.on('error', () => undefined); // otherwise printed
  const initialState = () => ({
    files: new Map<string, Buffer>(),
    archived: new Map<string, number[]>(),
    jobs: [],
    seen: [],
    render: async () => undefined,
    version,
    sandbox: 'on',
    contentOf: () => FILE,
    storedAt: undefined,
  });
  const worker: FakeExportWorker = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...initialState(),
    reset: () => void Object.assign(worker, initialState()),
    stop: async () => {
      await jobs.close();
      server.closeAllConnections();
      server.close();
    },
  };

  const make = async (payload: FakeExportPayload): Promise<ExportResult> => {
    const { format, cvIds } = payload;
    worker.jobs.push(payload);
    await worker.render(payload);
    const { address: requested = '' } = payload;
    const address = worker.storedAt ?? (cvIds ? archiveAddress(requested) : requested);
    worker.files.set(address, worker.contentOf(format));
    if (cvIds) worker.archived.set(address, cvIds.filter(hasCv));
    return {
      address,
      format,
      contentType: 'application/pdf',
      fileName: 'cv.pdf',
      bytes: FILE.length,
      sha256: '0'.repeat(64),
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
      reused: false,
    };
  };
  await jobs.waitUntilReady();
  return worker;
}

const receiptFor = (address: string) =>
  createReceiptSigner({ key: RECEIPT_KEY, clock: systemClock })({
    address,
    format: 'txt',
    bytes: FILE.length,
    sha256: '0'.repeat(64),
    title: 'A file',
    author: null,
    language: 'en',
    layout: null,
    pdf: null,
  });

const serveFiles =
  (worker: FakeExportWorker, authorize: AuthorizeCall): RequestListener =>
  async (request, response) => {
    if (request.url === '/readyz') return void response.end('{"status":"ready"}');
    if (request.url === '/metrics')
      return void response.end(
        `vitae_build_info{version="${worker.version}"} 1\nvitae_export_sandbox_info{sandbox="${worker.sandbox}"} 1\n`,
      );
    worker.seen.push({ method: request.method, url: request.url, ...request.headers });
    if (!(await authorize((request.headers.authorization ?? '').replace('Bearer ', ''), 'artifacts'))) {
      response.writeHead(401).end();
      return;
    }
    const [address = '', part] = request.url?.replace('/artifacts/', '').split('/') ?? [];
    const file = worker.files.get(address);
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    if (part === 'receipt') return void response.end(await receiptFor(address));
    const cvs = worker.archived.get(address) ?? [];
    response.writeHead(200, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': "attachment; filename*=UTF-8''cv.pdf",
      'Content-Length': file.length,
      ETag: '"abc"',
      'X-Powered-By': 'worker',
      'X-Request-Id': 'of-the-worker',
      ...(cvs.length > 0 && { 'X-Archived-Cvs': cvs.join() }),
    });
    response.end(request.method === 'HEAD' ? undefined : file);
  };

/** Returns a `render` function that fails. */
export const failing = (reason: ExportFailure['reason'], retryable: boolean) => async () => {
  throw new UnrecoverableError(JSON.stringify({ reason, retryable, message: 'It failed.' }));
};
