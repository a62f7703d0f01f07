import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { checkedFetch } from '@vitae/test/support/gateway/checked-fetch';
import { type SystemFixture, signPath, startSystemFixture } from '@vitae/test/support/gateway/system-fixture';
import { until } from '@vitae/test/support/until';

let system: SystemFixture;
/** Accepts connections and never responds. */
let silent: Server;
const sockets = new Set<Socket>();

beforeAll(async () => {
  system = await startSystemFixture(process.env);
  silent = createServer((socket) => sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  silent.close();
  await system.close();
});

test('reports an overloaded gateway as alive and ready', async () => {
  const { port } = silent.address() as AddressInfo;
  const gateway = await system.start({
    resumeAddress: `127.0.0.1:${port}`,
    environment: { MAX_CONCURRENT_REQUESTS: '1' },
  });
  // The waiting request fails after about a second. If that is too short for all checks, they are repeated.
  await until('all checks passed during the waiting request', async () => {
    let ended = false;
    const waiting = checkedFetch(gateway.url + signPath(system.key, '/api/v1/cv/7')).finally(() => {
      ended = true;
    });
    await until('the gateway is overloaded', async () => {
      const response = await checkedFetch(gateway.url + signPath(system.key, '/api/v1/rate-limit'));
      return ended || (await response.text()).includes('The service is overloaded');
    });
    for (const [path, status] of [
      ['/healthz', 'alive'],
      ['/readyz', 'ready'],
    ]) {
      const response = await fetch(gateway.url + path);
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ status });
      expect(response.headers.get('x-request-id')).toMatch(/\S/);
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
    const rejected = await fetch(`${gateway.url}/nothing`);
    expect((await waiting).status).toBe(503);
    return rejected.status === 503;
  });
});
