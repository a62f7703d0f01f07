import { Agent, request } from 'node:http';
import { checkAnswer } from './gateway/checked-fetch.ts';

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

export type Client = {
  /** Rejects when no whole answer came, or one that the OpenAPI document does not allow. */
  get(url: string, headers?: Record<string, string>): Promise<Answer>;
  close(): void;
};

/** A client with kept-alive connections that sees each answer as it is on the wire. */
export function createClient(connections: number): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    get: (url, headers = {}) =>
      new Promise((resolve, reject) => {
        const sent = request(url, { agent, headers, timeout: 30_000 }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            const answer = {
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks),
            };
            try {
              const received = new Headers(
                Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
              );
              checkAnswer('GET', url, { status: answer.status, headers: received, text: answer.body.toString('utf8') });
              resolve(answer);
            } catch (error) {
              reject(error as Error);
            }
          });
          response.on('error', reject);
        });
        sent.on('timeout', () => sent.destroy(new Error('No answer within 30 s')));
        sent.on('error', reject).end();
      }),
    close: () => agent.destroy(),
  };
}
