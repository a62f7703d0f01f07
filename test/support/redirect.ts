import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A link of an application that leads to another address, for example to its consent screen. */
export type Redirect = { address: string; target: string; close(): void };

export async function startRedirect(): Promise<Redirect> {
  const server = createServer((_request, response) => {
    response.writeHead(302, { Location: redirect.target, Connection: 'close' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const redirect: Redirect = {
    address: `http://127.0.0.1:${port}/connect`,
    target: '',
    close: () => void server.close(),
  };
  return redirect;
}
