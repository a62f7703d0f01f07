import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { checkResponse } from './gateway/checked-fetch.ts';

/** A request with a signed URL. */
export type LoadRequest = { method: string; url: string; body?: string };

/** `at` is a time of `performance.now()`. */
export type Failure = { at: number; description: string };

export type SteadyLoad = {
  responses(): number;
  /** Waits for open requests and returns the totals. */
  stop(): Promise<{ sent: number; perSecond: number; failures: Failure[] }>;
};

const TICK_MS = 20;

/**
 * Sends requests at a constant rate (open loop: without waiting for responses). Responses are validated against the
 * OpenAPI document.
 */
export function startSteadyLoad(
  perSecond: number,
  next: (index: number) => LoadRequest,
  onResponse: (response: { status: number; ms: number; retryAfter: string | undefined }) => void = () => undefined,
): SteadyLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const startedAt = performance.now();
  const inFlight = new Set<Promise<void>>();
  const failures: Failure[] = [];
  let sent = 0;
  let responses = 0;
  const send = ({ method, url, body }: LoadRequest): Promise<void> =>
    new Promise((resolve) => {
      let sentAt = performance.now();
      const failed = (error: string) => {
        const at = performance.now();
        const request = `${Math.round(at - startedAt)} ms: ${method} ${url.replace(/\?.*/, '')}`;
        failures.push({ at, description: `${request}: ${error}` });
        resolve();
      };
      const headers = body ? { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) } : {};
      const outgoing = request(url, { method, agent, headers, timeout: 30_000 }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', (error) => failed(error.message));
        response.on('end', () => {
          const { statusCode: status = 0, headers: received } = response;
          onResponse({ status, ms: performance.now() - sentAt, retryAfter: received['retry-after'] });
          const text = Buffer.concat(chunks).toString();
          const violation = errorOf(() => checkResponse(method, url, { status, headers: headersOf(received), text }));
          if (violation !== undefined) failed(violation);
          else if (status < 300) {
            responses += 1;
            resolve();
          } else failed(`${status} ${text.slice(0, 200)}`);
        });
      });
      // Time in the queue of the client does not count.
      outgoing.on('socket', () => {
        sentAt = performance.now();
      });
      outgoing.on('timeout', () => outgoing.destroy(new Error('No response within 30 s')));
      outgoing.on('error', (error) => failed(error.message));
      outgoing.end(body);
    });
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * perSecond);
    while (sent < due) {
      const call = send(next(sent++)).finally(() => inFlight.delete(call));
      inFlight.add(call);
    }
  }, TICK_MS);
  return {
    responses: () => responses,
    stop: async () => {
      clearInterval(timer);
      const seconds = (performance.now() - startedAt) / 1_000;
      await Promise.all(inFlight);
      agent.destroy();
      return { sent, perSecond: Math.round(sent / seconds), failures };
    },
  };
}

function errorOf(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return String(error);
  }
}

function headersOf(received: IncomingHttpHeaders): Headers {
  return new Headers(Object.entries(received).map(([name, value]) => [name, String(value)]));
}
