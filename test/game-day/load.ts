import { Agent, request } from 'node:http';
import { type Key, signedPath } from '../support/signer.ts';

export const KINDS = ['read', 'write', 'page', 'export'] as const;
export type Kind = (typeof KINDS)[number];

/** Requests per second of each kind. */
export const PER_SECOND: Record<Kind, number> = { read: 6, write: 2, page: 2, export: 0.3 };

type Target = { method: string; path: string; body?: string; cookie?: string };
type Outcome = { kind: Kind; at: number; ok: boolean; status: number };

export type Load = {
  /** The share of failed requests of each kind that were sent in this period, in milliseconds since the epoch. */
  failures(from: number, to?: number): Record<Kind, { sent: number; failed: number; statuses: string }>;
  /** Whether the last requests of every kind, sent after `since`, succeeded. */
  isHealthy(since: number): boolean;
  stop(): Promise<void>;
};

export type User = { key: Key; userId: number; cvIds: number[]; pages: Page[] };
/** `cookie` is the session of an owner. */
export type Page = { path: string; cookie?: string };

const FORMATS = ['pdf', 'txt', 'docx', 'json', 'odt'];
const TIMEOUT_MS = 30_000;
const HEALTHY_IN_ROW: Record<Kind, number> = { read: 20, write: 5, page: 5, export: 2 };

/** Sends the requests of users at constant rates, without waiting for responses. */
export function startLoad(url: string, { key, userId, cvIds, pages }: User): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 });
  const outcomes: Outcome[] = [];
  const inFlight = new Set<Promise<void>>();
  const preferences = `/api/v1/users/${userId}/employmentpreferences`;
  const body = JSON.stringify({ seniority: 2, disabled: false, positions: { position: [{ id: 201 }] } });
  const cv = (index: number) => cvIds[index % cvIds.length];
  // Every export is rendered: each CV and format is requested once.
  const exported = (index: number) =>
    `/api/v1/cv/${cv(Math.floor(index / FORMATS.length))}/export/${FORMATS[index % FORMATS.length]}`;
  const targets: Record<Kind, (index: number) => Target> = {
    read: (index) => ({ method: 'GET', path: signedPath('GET', `/api/v1/cv/${cv(index)}`, key) }),
    write: () => ({ method: 'PUT', path: signedPath('PUT', preferences, key), body }),
    page: (index) => ({ method: 'GET', path: '/', ...pages[index % pages.length] }),
    export: (index) => ({ method: 'GET', path: signedPath('GET', exported(index), key) }),
  };
  const send = async (kind: Kind, index: number) => {
    const at = Date.now();
    const status = await statusOf(agent, url, targets[kind](index));
    // An owner whose session is lost is redirected.
    outcomes.push({ kind, at, status, ok: status >= 200 && status < 300 });
  };
  const timers = KINDS.map((kind) => {
    let sent = 0;
    return setInterval(() => {
      const sending = send(kind, sent++).finally(() => inFlight.delete(sending));
      inFlight.add(sending);
    }, 1_000 / PER_SECOND[kind]);
  });
  return {
    failures: (from, to = Date.now()) => {
      const sent = outcomes.filter(({ at }) => at >= from && at < to);
      const entries = KINDS.map((kind) => {
        const own = sent.filter((one) => one.kind === kind);
        const failed = own.filter(({ ok }) => !ok);
        const statuses = [...new Set(failed.map(({ status }) => status))].toSorted().join(', ');
        return [kind, { sent: own.length, failed: failed.length, statuses }];
      });
      return Object.fromEntries(entries);
    },
    isHealthy: (since) =>
      KINDS.every((kind) => {
        const last = outcomes.filter((one) => one.kind === kind && one.at >= since).slice(-HEALTHY_IN_ROW[kind]);
        return last.length === HEALTHY_IN_ROW[kind] && last.every(({ ok }) => ok);
      }),
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(inFlight);
      agent.destroy();
    },
  };
}

/** Returns 0 if no complete response arrives. */
export function statusOf(agent: Agent, url: string, { method, path, body, cookie }: Target): Promise<number> {
  return new Promise((resolve) => {
    const headers = {
      ...(body !== undefined && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
      ...(cookie !== undefined && { Cookie: cookie }),
    };
    const outgoing = request(`${url}${path}`, { method, agent, headers, timeout: TIMEOUT_MS }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', () => resolve(0));
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('No response')));
    outgoing.on('error', () => resolve(0));
    outgoing.end(body);
  });
}
