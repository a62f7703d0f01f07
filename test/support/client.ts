import { Agent, request } from 'node:http';
import { checkResponse } from './gateway/checked-fetch.ts';

export type ClientResponse = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

export type Client = {
  /** Rejects if the response is incomplete or violates the OpenAPI document. */
  get(url: string, headers?: Record<string, string>): Promise<ClientResponse>;
  close(): void;
};

/** Creates a keep-alive client that does not decompress or redirect. */
export function createClient(connections: number): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    get: (url, headers = {}) =>
      new Promise((resolve, reject) => {
        const sent = request(url, { agent, headers, timeout: 30_000 }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            const received = {
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks),
            };
            try {
              const entries = Object.entries(received.headers).map(([name, value]) => [name, String(value)] as const);
              const text = received.body.toString('utf8');
              checkResponse('GET', url, {
                status: received.status,
                headers: new Headers(Object.fromEntries(entries)),
                text,
              });
              resolve(received);
            } catch (error) {
              reject(error as Error);
            }
          });
          response.on('error', reject);
        });
        sent.on('timeout', () => sent.destroy(new Error('No response within 30 s')));
        sent.on('error', reject).end();
      }),
    close: () => agent.destroy(),
  };
}
