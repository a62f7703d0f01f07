import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { checkedFetch } from '@vitae/test/support/gateway/checked-fetch';
import { type SystemFixture, signPath, startSystemFixture } from '@vitae/test/support/gateway/system-fixture';
import { until } from '@vitae/test/support/until';

let system: SystemFixture;
/** Takes connections and says nothing, so that who calls it waits. */
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

test('a gateway that takes no more calls is still alive and ready', async () => {
  const { port } = silent.address() as AddressInfo;
  const gateway = await system.start({
    resumeAddress: `127.0.0.1:${port}`,
    environment: { MAX_CONCURRENT_REQUESTS: '1' },
  });
  // The one call ends by itself within about a second: where that was too short for all of it, another one is made.
  await until('all of it was while the one call was under way', async () => {
    let ended = false;
    const waiting = checkedFetch(gateway.url + signPath(system.key, '/api/v1/cv/7')).finally(() => {
      ended = true;
    });
    await until('it takes no more', async () => {
      const answer = await checkedFetch(gateway.url + signPath(system.key, '/api/v1/rate-limit'));
      return ended || (await answer.text()).includes('The service is overloaded');
    });
    for (const [path, status] of [
      ['/healthz', 'alive'],
      ['/readyz', 'ready'],
    ]) {
      const answer = await fetch(gateway.url + path);
      expect([answer.status, await answer.json()]).toEqual([200, { status }]);
      expect(answer.headers.get('x-request-id')).toMatch(/\S/);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    const refused = await fetch(`${gateway.url}/nothing`);
    expect((await waiting).status).toBe(503);
    return refused.status === 503;
  });
});
