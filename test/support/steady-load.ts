import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { checkAnswer } from './gateway/checked-fetch.ts';

/** One call as it is sent; the path is signed already. */
export type Sent = { method: string; url: string; body?: string };

/** `at` is by `performance.now()`. */
export type Failure = { at: number; how: string };

export type SteadyLoad = {
  answered(): number;
  /** Ends it; answers how many calls were sent, how many a second, and what went wrong. */
  stop(): Promise<{ sent: number; perSecond: number; failures: Failure[] }>;
};

const TICK_MS = 20;

/** Sends so many calls of the API a second, whether or not those before are answered; each answer is held to the OpenAPI document. */
export function startSteadyLoad(
  perSecond: number,
  next: (index: number) => Sent,
  seen: (answer: { status: number; ms: number; retryAfter: string | undefined }) => void = () => undefined,
): SteadyLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const began = performance.now();
  const underWay = new Set<Promise<void>>();
  const failures: Failure[] = [];
  let sent = 0;
  let answered = 0;
  const send = ({ method, url, body }: Sent): Promise<void> =>
    new Promise((resolve) => {
      let sentAt = performance.now();
      const failed = (how: string) => {
        const at = performance.now();
        const what = `${Math.round(at - began)} ms: ${method} ${url.replace(/\?.*/, '')}`;
        failures.push({ at, how: `${what}: ${how}` });
        resolve();
      };
      const headers = body ? { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) } : {};
      const asked = request(url, { method, agent, headers, timeout: 30_000 }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', (error) => failed(error.message));
        response.on('end', () => {
          const { statusCode: status = 0, headers: received } = response;
          seen({ status, ms: performance.now() - sentAt, retryAfter: received['retry-after'] });
          const text = Buffer.concat(chunks).toString();
          const wrong = mistakeOf(() => checkAnswer(method, url, { status, headers: headersOf(received), text }));
          if (wrong !== undefined) failed(wrong);
          else if (status < 300) {
            answered += 1;
            resolve();
          } else failed(`${status} ${text.slice(0, 200)}`);
        });
      });
      // Until then it waits for us, who may be the slower.
      asked.on('socket', () => {
        sentAt = performance.now();
      });
      asked.on('timeout', () => asked.destroy(new Error('No answer within 30 s')));
      asked.on('error', (error) => failed(error.message));
      asked.end(body);
    });
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1_000) * perSecond);
    while (sent < due) {
      const call = send(next(sent++)).finally(() => underWay.delete(call));
      underWay.add(call);
    }
  }, TICK_MS);
  return {
    answered: () => answered,
    stop: async () => {
      clearInterval(timer);
      const seconds = (performance.now() - began) / 1_000;
      await Promise.all(underWay);
      agent.destroy();
      return { sent, perSecond: Math.round(sent / seconds), failures };
    },
  };
}

function mistakeOf(check: () => void): string | undefined {
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
