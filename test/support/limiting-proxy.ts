import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP proxy that rejects the first attempt of requests with the header `X-Fault: <status> <Retry-After> <id>`. */
export type LimitingProxy = {
  url: string;
  /** The nonces of all attempts, by the name of the fault. */
  nonces: Map<string, string[]>;
  close(): void;
};

export async function startLimitingProxy(target: string): Promise<LimitingProxy> {
  const nonces = new Map<string, string[]>();
  const server = createServer((incoming, response) => {
    const fault = incoming.headers['x-fault'];
    if (typeof fault !== 'string') return forward(incoming, response, target);
    const attempts = nonces.get(fault) ?? [];
    nonces.set(fault, attempts);
    attempts.push(new URL(incoming.url ?? '', target).searchParams.get('nonce') ?? '');
    if (attempts.length > 1) return forward(incoming, response, target);
    const [status, retryAfter = ''] = fault.split(' ');
    incoming.resume();
    response.writeHead(Number(status), { 'Retry-After': retryAfter }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    nonces,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function forward(incoming: IncomingMessage, response: ServerResponse, target: string): void {
  const headers = { ...incoming.headers, host: new URL(target).host };
  const options = { method: incoming.method, headers };
  const sent = request(new URL(target).origin, { ...options, path: incoming.url }, (received) => {
    response.writeHead(received.statusCode ?? 502, received.headers);
    received.pipe(response);
  });
  sent.on('error', () => response.destroy());
  incoming.pipe(sent);
}
