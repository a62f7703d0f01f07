import { randomUUID } from 'node:crypto';
import { createLogger } from '@vitae/kit/log';
import { connectRedis, queueConnection } from '@vitae/kit/redis';
import type { ServiceIdentity } from '@vitae/kit/service-identity';
import { type ArtifactClient, createArtifactClient } from '@vitae/proto/clients/exports/artifact-client';
import { createExportQueue, type ExportQueue } from '@vitae/proto/clients/exports/export-queue';
import { listenForFinishedExports } from '@vitae/proto/clients/exports/finish-events';
import { artifactAudience, exportAddress } from '@vitae/proto/export-address';
import type { JobFormat } from '@vitae/proto/export-job';
import { createIdentityFixture } from '../kit/identity-fixture.ts';
import { grantSignerOf } from '../service-keys.ts';
import { checkResponse } from './checked-fetch.ts';
import { type FakeExportWorker, startFakeExportWorker } from './fake-export-worker.ts';
import type { GatewayFixture } from './gateway-fixture.ts';
import { type SystemFixture, signPath, startSystemFixture } from './system-fixture.ts';

/** A gateway with exports and a fake export worker. */
export type ExportsFixture = {
  system: SystemFixture;
  gateway: GatewayFixture;
  identity: ServiceIdentity;
  queue: ExportQueue;
  artifacts: ArtifactClient;
  worker: FakeExportWorker;
  /** The exported CV, which is the one created last. */
  cvId: number;
  /** Adds a CV to the company. */
  newCv(): number;
  /** Changes the CV and returns the new address of its file. */
  changeCv(format: JobFormat): string;
  exportPath(format?: string): string;
  /** Signs and sends a request with the company's key. */
  call(path: string, headers?: Record<string, string>): Promise<Response>;
  remove(path: string): Promise<Response>;
  /** Requests that the archive of a batch is rebuilt. */
  rebuildArchive(location: string): Promise<Response>;
  createBatch(batch: object, headers?: Record<string, string>): Promise<Response>;
  /** Sends a request that is already signed. */
  send(url: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
};

const log = createLogger({ name: 'test', level: 'silent' });

export async function startExportsFixture(environment: NodeJS.ProcessEnv): Promise<ExportsFixture> {
  const system = await startSystemFixture(environment);
  // Tests poll, which on a slow machine exceeds the default quota.
  await system.companies.setLimits(system.company.id, { intensive: 1_000, standard: 1_000_000 });
  const prefix = `test-${randomUUID()}`;
  const { identity, authorizerFor } = createIdentityFixture();
  const { redisUrl, resume } = system;
  const worker = await startFakeExportWorker({
    connection: queueConnection(redisUrl),
    prefix,
    authorize: authorizerFor(artifactAudience),
    hasCv: (id) => resume.cvs.has(id),
  });
  const onError = () => undefined;
  const signGrant = grantSignerOf(system.serviceKey);
  const queueRedis = await connectRedis({ url: redisUrl, name: 'test-queue', log });
  const events = await listenForFinishedExports({ connection: queueConnection(redisUrl), onError, prefix });
  const queue = createExportQueue({ redis: queueRedis.redis, events, signGrant, onError, prefix });
  const artifacts = createArtifactClient(['http://127.0.0.1:1', worker.url], identity);
  const gateway = await system.start({ queue, artifacts, environment: { EXPORT_WAIT_MS: '60000' } });
  const signed = (path: string, method = 'GET') => gateway.url + signPath(system.key, path, { method });
  let cvs = 0;
  const exports: ExportsFixture = {
    system,
    gateway,
    identity,
    queue,
    artifacts,
    worker,
    cvId: 0,
    newCv: () => {
      cvs += 1;
      exports.cvId = system.company.id + cvs;
      resume.cvs.set(exports.cvId, { companyId: system.company.id, revision: 1, json: '{}' });
      return exports.cvId;
    },
    changeCv: (format) => {
      const cv = resume.cvs.get(exports.cvId);
      if (cv) cv.revision += 1;
      return exportAddress({
        ...{ cvId: exports.cvId, revision: cv?.revision ?? 0, format },
        ...{ anonymized: false, printDisplay: '{}', culture: 'en_US' },
      });
    },
    exportPath: (format = 'pdf') => `/api/v1/cv/${exports.cvId}/export/${format}`,
    call: (path, headers = {}) => checkedFetch(signed(path), { headers }),
    remove: (path) => checkedFetch(signed(path, 'DELETE'), { method: 'DELETE' }),
    rebuildArchive: (location) => checkedFetch(signed(`${location}/archive`, 'POST'), { method: 'POST' }),
    createBatch: (batch, headers = {}) =>
      checkedFetch(signed('/api/v1/exports', 'POST'), {
        method: 'POST',
        body: JSON.stringify(batch),
        headers: { 'Content-Type': 'application/json', ...headers },
      }),
    send: checkedFetch,
    close: async () => {
      await worker.stop();
      await queue.close();
      await events.close();
      await queueRedis.close();
      artifacts.close();
      const keys = await system.redis.keys(`${prefix}:*`);
      if (keys.length > 0) await system.redis.del(...keys);
      await system.close();
    },
  };
  return exports;
}

/** Checks all responses except files, because those of the fake worker do not have their documented types. */
async function checkedFetch(url: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, init);
  const { status, headers } = response;
  const isFile = status === 200 && /\/(?:file|export\/\w+)$/.test(new URL(url).pathname);
  if (!isFile) checkResponse(init.method ?? 'GET', url, { status, headers, text: await response.clone().text() });
  return response;
}
