import { once } from 'node:events';
import { type Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { unavailable } from '@vitae/kit/errors';
import { LRUCache } from 'lru-cache';
import { archivedCvsHeader } from '../../export-job.ts';

/** `cvIds` are the CVs in an archive, and empty for other files. */
export type ArtifactLocation = { worker: string; exists: boolean; cvIds: number[] };

/** Finds a worker that is available and asks it whether it has a file. All workers serve the same files. */
export type ArtifactLocator = {
  /** @throws {VitaeError} UNAVAILABLE service_unavailable if no worker responds. */
  locate(address: string): Promise<ArtifactLocation>;
  /** Whether `locate` would respond without asking a worker. */
  isCached(address: string): boolean;
  /** Records that a file was just stored, so that no worker has to be asked. */
  markStored(address: string): void;
  forget(address: string): void;
};

const LOCATE_TIMEOUT_MS = 1_500;
/** Long enough to serve a file right after its existence was checked. */
const LOCATION_TTL_MS = 250;

export function createArtifactLocator(
  workers: readonly string[],
  agent: Agent,
  authorization: () => Promise<string>,
): ArtifactLocator {
  const locations = new LRUCache<string, ArtifactLocation>({ max: 10_000, ttl: LOCATION_TTL_MS });
  // Workers are asked in turn, starting with the one that responded last.
  let preferred = 0;

  const locate = async (address: string): Promise<ArtifactLocation> => {
    let cause: unknown;
    for (let turn = 0; turn < workers.length; turn += 1) {
      const index = (preferred + turn) % workers.length;
      const worker = workers[index] as string;
      try {
        const { statusCode = 0, headers } = await head(artifactUrl(worker, address), agent, await authorization());
        // 401: the worker does not have our service key yet.
        if (statusCode >= 500 || statusCode === 401) continue;
        preferred = index;
        return { worker, exists: statusCode === 200, cvIds: parseIds(headers[archivedCvsHeader.toLowerCase()]) };
      } catch (error) {
        cause = error;
      }
    }
    throw unavailable('service_unavailable', 'Exports are temporarily unavailable. Try again shortly.', cause);
  };
  return {
    locate: async (address) => {
      const cached = locations.get(address);
      if (cached) return cached;
      const location = await locate(address);
      // Archives are not cached: a batch can run again under the same id after its archive expired.
      if (location.exists && location.cvIds.length === 0) locations.set(address, location);
      return location;
    },
    isCached: (address) => locations.has(address),
    markStored: (address) => {
      locations.set(address, { worker: workers[preferred] as string, exists: true, cvIds: [] });
    },
    forget: (address) => void locations.delete(address),
  };
}

export function artifactUrl(worker: string, address: string): string {
  return `${worker}/artifacts/${address}`;
}

/** Destroys the request if there is no response in time. Unlike a request's own timeout, includes connecting. */
export function limitResponseTime(sent: ClientRequest, ms: number): void {
  const timer = setTimeout(() => sent.destroy(new Error('The worker did not respond in time')), ms);
  for (const event of ['response', 'close']) sent.once(event, () => clearTimeout(timer));
}

/** Sends HEAD over a connection of the pool. `fetch` would close its connection after each HEAD. */
async function head(url: string, agent: Agent, authorization: string): Promise<IncomingMessage> {
  const sent = request(url, { method: 'HEAD', agent, headers: { Authorization: authorization } });
  limitResponseTime(sent, LOCATE_TIMEOUT_MS);
  sent.on('error', () => undefined); // errors before the response reject `once`; later ones do not matter
  sent.end();
  try {
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    return response;
  } catch (error) {
    // The worker may close an idle connection at the moment it is reused.
    if (sent.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET')
      return head(url, agent, authorization);
    throw error;
  }
}

function parseIds(list: string | string[] | undefined): number[] {
  return list ? String(list).split(',').map(Number) : [];
}
