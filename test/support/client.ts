import { Agent, request } from 'node:http';

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

export type Client = {
  /** Rejects when no whole answer came. */
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
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
          );
          response.on('error', reject);
        });
        sent.on('timeout', () => sent.destroy(new Error('No answer within 30 s')));
        sent.on('error', reject).end();
      }),
    close: () => agent.destroy(),
  };
}
