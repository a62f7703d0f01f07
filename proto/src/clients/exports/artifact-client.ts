import { Agent } from 'node:http';
import { unavailable } from '@vitae/kit/errors';
import type { ServiceIdentity } from '@vitae/kit/service-identity';
import type { Request, Response } from 'express';
import { artifactAudience } from '../../export-address.ts';
import { archivedCvsHeader } from '../../export-job.ts';
import { artifactUrl, createArtifactLocator } from './artifact-locator.ts';
import { createArtifactProxy, type ProxyTarget } from './artifact-proxy.ts';
import { createFileCache } from './file-cache.ts';

/** Reads exported files from the export workers. Every method fails as UNAVAILABLE if no worker responds. */
export type ArtifactClient = {
  exists(address: string): Promise<boolean>;
  /** Records that a worker just stored the file, so that its existence need not be checked. */
  markStored(address: string): void;
  /** Returns the ids of the CVs in an archive, or undefined if the archive does not exist. */
  archivedCvIds(address: string): Promise<number[] | undefined>;
  /** Returns the signed receipt of the file, or undefined if it has none. */
  receipt(address: string): Promise<string | undefined>;
  /** Returns the content of the file. */
  read(address: string): Promise<ReadableStream<Uint8Array>>;
  /**
   * Forwards the file to the client of an HTTP request, with its headers. If the client accepts it, workers may redirect
   * it to the file instead.
   */
  stream(address: string, request: Request, response: Response, options?: StreamOptions): Promise<void>;
  close(): void;
};

type StreamOptions = { acceptsRedirect: boolean };

const RECEIPT_TIMEOUT_MS = 4_000;
const READ_TIMEOUT_MS = 60_000;
const IDLE_TIMEOUT_MS = 60_000;
/** Time limit for a worker whose location comes from the cache, and which may no longer be available. */
const RESPONSE_TIMEOUT_MS = 1_500;

const notSent = (cause?: unknown) =>
  unavailable('service_unavailable', 'The exported file could not be sent. Try again shortly.', cause);

/** @param idleTimeoutMs Time after which a worker that stops sending a file is given up. */
export function createArtifactClient(
  workers: readonly string[],
  identity: ServiceIdentity,
  idleTimeoutMs = IDLE_TIMEOUT_MS,
): ArtifactClient {
  const agent = new Agent({ keepAlive: true });
  const authorization = async () => `Bearer ${await identity.token(artifactAudience)}`;
  const cache = createFileCache();
  const locator = createArtifactLocator(workers, agent, authorization);
  const proxy = createArtifactProxy({
    agent,
    idleTimeoutMs,
    onResponse: (address, response) => {
      if (response.headers[archivedCvsHeader.toLowerCase()] === undefined) cache.store(address, response);
    },
  });
  const fail = (address: string) => (error: unknown) => {
    locator.forget(address);
    throw notSent(error);
  };
  const forward = (target: ProxyTarget, request: Request, response: Response) =>
    proxy(target, request, response).catch(fail(target.address));
  return {
    exists: async (address) => cache.has(address) || (await locator.locate(address)).exists,
    markStored: locator.markStored,
    archivedCvIds: async (address) => {
      const { exists, cvIds } = await locator.locate(address);
      return exists ? cvIds : undefined;
    },
    receipt: async (address) => {
      const { worker } = await locator.locate(address);
      const response = await fetch(`${artifactUrl(worker, address)}/receipt`, {
        headers: { Authorization: await authorization() },
        signal: AbortSignal.timeout(RECEIPT_TIMEOUT_MS),
      }).catch(fail(address));
      if (response.status === 404) return undefined;
      if (!response.ok) throw notSent();
      return response.text();
    },
    read: async (address) => {
      const { worker } = await locator.locate(address);
      const response = await fetch(artifactUrl(worker, address), {
        headers: { Authorization: await authorization() },
        signal: AbortSignal.timeout(READ_TIMEOUT_MS),
      }).catch(fail(address));
      if (!response.ok || !response.body) throw notSent();
      return response.body;
    },
    stream: async (address, request, response, { acceptsRedirect } = { acceptsRedirect: false }) => {
      if (cache.send(address, request, response)) return;
      // A worker from the cache may be gone by now. If it does not respond, another one is tried.
      const cached = locator.isCached(address);
      const { worker } = await locator.locate(address);
      const responseTimeoutMs = idleTimeoutMs;
      const target = { worker, address, authorization: await authorization(), responseTimeoutMs, acceptsRedirect };
      if (!cached) return forward(target, request, response);
      try {
        await forward({ ...target, responseTimeoutMs: RESPONSE_TIMEOUT_MS }, request, response);
      } catch (error) {
        if (response.headersSent) throw error;
        await forward({ ...target, worker: (await locator.locate(address)).worker }, request, response);
      }
    },
    close: () => agent.destroy(),
  };
}
