import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request as send } from 'node:http';
import { Readable } from 'node:stream';
import { unavailable } from '@vitae/kit/errors';
import { requestIdOf } from '@vitae/kit/http/request-id';
import { releaseSlot } from '@vitae/kit/http/shed-load';
import type { ServiceIdentity } from '@vitae/kit/service-identity';
import type { Request, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { LRUCache } from 'lru-cache';
import { artifactAudience } from '../../export-address.ts';
import { archivedCvs } from '../../export-job.ts';
import { createHotFiles } from './file-cache.ts';

/** The stored files, which any export worker serves. */
export type Artifacts = {
  stored(address: string): Promise<boolean>;
  /** That a worker has just stored it, as the queue says: nobody is asked whether it is there. */
  justMade(address: string): void;
  /** Whose files an archive holds; undefined when it is not there. */
  archived(address: string): Promise<number[] | undefined>;
  /** The bytes, for a reader that is no browser. */
  read(address: string): Promise<ReadableStream<Uint8Array>>;
  /** Passes the file through, headers included. */
  stream(address: string, request: Request, response: Response): Promise<void>;
  close(): void;
};

type Asked = { worker: string; has: boolean; cvIds: number[] };
type Target = {
  worker: string;
  address: string;
  authorization: string;
  answerWithinMs: number;
  reject: (error: unknown) => void;
};

const ASK_WITHIN_MS = 1_500;
const READ_WITHIN_MS = 60_000;
/** A worker that sends nothing for so long is given up; that a caller reads nothing is no fault of its. */
const SILENT_FOR_MS = 60_000;
/** A file that a worker just had is there still. */
const FOUND_FOR_MS = 250;
const NOT_SENT = 'The export could not be sent. Try again shortly.';

// What the worker needs of the client's request; its signature stays here.
const FORWARDED = new Set(['host', 'connection', 'accept', 'if-none-match', 'if-range', 'range']);
// What this answer says already, or what is between us and the worker only.
const WITHHELD = [
  'x-request-id',
  'x-powered-by',
  'cache-control',
  'connection',
  'keep-alive',
  archivedCvs.toLowerCase(),
];

/** `workers` are tried in turn, beginning with the one that answered last. */
export function createArtifacts(
  workers: readonly string[],
  identity: ServiceIdentity,
  silentForMs = SILENT_FOR_MS,
): Artifacts {
  const agent = new Agent({ keepAlive: true });
  const targets = new WeakMap<object, Target>();
  const targetOf = (request: Request) => targets.get(request) as Target;
  const authorization = async () => `Bearer ${await identity.token(artifactAudience)}`;
  const hot = createHotFiles();
  const found = new LRUCache<string, Asked>({ max: 10_000, ttl: FOUND_FOR_MS });
  let preferred = 0;

  /** A worker that answers, and what it has. */
  const ask = async (address: string): Promise<Asked> => {
    const known = found.get(address);
    if (known) return known;
    let failure: unknown;
    for (let turn = 0; turn < workers.length; turn++) {
      const index = (preferred + turn) % workers.length;
      const worker = workers[index] as string;
      try {
        const { statusCode = 0, headers } = await headOf(artifactUrl(worker, address), agent, await authorization());
        // 401: it does not know our keys, and is of no use to us.
        if (statusCode >= 500 || statusCode === 401) continue;
        preferred = index;
        const asked = { worker, has: statusCode === 200, cvIds: idsIn(headers[archivedCvs.toLowerCase()]) };
        // An archive may be packed again.
        if (asked.has && asked.cvIds.length === 0) found.set(address, asked);
        return asked;
      } catch (error) {
        failure = error; // the next worker may answer; when none does, this is the cause
      }
    }
    throw unavailable('service_unavailable', 'Exports are not reachable. Try again shortly.', failure);
  };
  const proxy = createProxyMiddleware<Request, Response>({
    agent,
    buffer: new NoBody(),
    changeOrigin: true,
    router: (request) => targetOf(request).worker,
    pathRewrite: (_path, request) => `/artifacts/${targetOf(request).address}`,
    on: {
      proxyReq: (proxied, request, response) => {
        limitAnswer(proxied, targetOf(request).answerWithinMs);
        proxied.setTimeout(silentForMs);
        proxied.on('timeout', () => {
          if (response.writableNeedDrain) proxied.setTimeout(silentForMs);
          else proxied.destroy(new Error('The worker fell silent'));
        });
        for (const name of proxied.getHeaderNames()) if (!FORWARDED.has(name)) proxied.removeHeader(name);
        proxied.setHeader('Authorization', targetOf(request).authorization);
        proxied.setHeader('X-Request-Id', requestIdOf(response));
      },
      proxyRes: (proxied, request, response) => {
        if (proxied.headers[archivedCvs.toLowerCase()] === undefined) hot.keep(targetOf(request).address, proxied);
        for (const name of WITHHELD) delete proxied.headers[name];
        releaseSlot(response);
      },
      error: (error, request) => {
        found.delete(targetOf(request).address);
        targetOf(request).reject(error);
      },
    },
  });
  const pass = async (target: Omit<Target, 'reject'>, request: Request, response: Response) => {
    if (response.destroyed) return; // its caller has left meanwhile
    await new Promise<void>((resolve, fail) => {
      const reject = (error: unknown) => fail(unavailable('service_unavailable', NOT_SENT, error));
      targets.set(request, { ...target, reject });
      response.once('close', resolve);
      Promise.resolve(proxy(request, response, reject)).catch(reject);
    });
  };
  return {
    stored: async (address) => hot.has(address) || (await ask(address)).has,
    justMade: (address) => {
      found.set(address, { worker: workers[preferred] as string, has: true, cvIds: [] });
    },
    archived: async (address) => {
      const { has, cvIds } = await ask(address);
      return has ? cvIds : undefined;
    },
    read: async (address) => {
      const { worker } = await ask(address);
      const answer = await fetch(artifactUrl(worker, address), {
        headers: { Authorization: await authorization() },
        signal: AbortSignal.timeout(READ_WITHIN_MS),
      }).catch((error: unknown) => {
        found.delete(address);
        throw unavailable('service_unavailable', NOT_SENT, error);
      });
      if (!answer.ok || !answer.body) throw unavailable('service_unavailable', NOT_SENT);
      return answer.body;
    },
    stream: async (address, request, response) => {
      if (hot.send(address, request, response)) return;
      // Who was not asked now may be gone meanwhile: then another is.
      const isKnown = found.has(address);
      const { worker } = await ask(address);
      const target = {
        worker,
        address,
        authorization: await authorization(),
        answerWithinMs: isKnown ? ASK_WITHIN_MS : silentForMs,
      };
      try {
        await pass(target, request, response);
      } catch (error) {
        if (!isKnown || response.headersSent) throw error;
        await pass({ ...target, worker: (await ask(address)).worker, answerWithinMs: silentForMs }, request, response);
      }
    },
    close: () => agent.destroy(),
  };
}

/** A request for a file has no body; read once, its end would be missing where it is sent to a second worker. */
class NoBody extends Readable {
  override pipe<T extends NodeJS.WritableStream>(destination: T): T {
    destination.end();
    return destination;
  }
}

/** Over a connection that is kept: `fetch` closes its own after each HEAD. */
async function headOf(url: string, agent: Agent, authorization: string): Promise<IncomingMessage> {
  const asking = send(url, { method: 'HEAD', agent, headers: { Authorization: authorization } });
  limitAnswer(asking, ASK_WITHIN_MS);
  asking.on('error', () => undefined); // what breaks off after the answer is of no interest
  asking.end();
  try {
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    answer.resume();
    return answer;
  } catch (error) {
    // The worker may have closed it, for nothing was asked for long, just when this was sent.
    if (asking.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET')
      return headOf(url, agent, authorization);
    throw error;
  }
}

/** Connecting included, which a request's own timeout is not for. */
function limitAnswer(asking: ClientRequest, ms: number): void {
  const timer = setTimeout(() => asking.destroy(new Error('The worker does not answer')), ms);
  for (const event of ['response', 'close']) asking.once(event, () => clearTimeout(timer));
}

function idsIn(list: string | string[] | undefined): number[] {
  return list ? String(list).split(',').map(Number) : [];
}

function artifactUrl(worker: string, address: string): string {
  return `${worker}/artifacts/${address}`;
}
