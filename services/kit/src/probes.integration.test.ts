import { createMetrics } from './metrics.ts';
import { createReadiness, type HttpListener, listenHttp, probeApp } from './probes.ts';

let listener: HttpListener;
afterEach(() => listener.close());

async function serve(checks: Parameters<typeof createReadiness>[0]) {
  const readiness = createReadiness(checks);
  listener = await listenHttp(probeApp(readiness, createMetrics('test')), '127.0.0.1', 0);
  return { readiness, get: (path: string) => fetch(`http://127.0.0.1:${listener.port}${path}`) };
}

describe('probes', () => {
  test('a process is ready when everything it needs answers', async () => {
    const { get } = await serve({ mongodb: async () => undefined });
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/readyz')).status).toBe(200);
  });

  test('a dependency that is down, or hangs, is named; the process stays alive', async () => {
    const { get } = await serve({
      mongodb: () => Promise.reject(new Error('down')),
      redis: () => new Promise(() => undefined),
      resume: async () => undefined,
    });
    const answer = await get('/readyz');
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await answer.json()).toEqual({ status: 'not ready', failing: ['mongodb', 'redis'] });
    expect((await get('/healthz')).status).toBe(200);
  });

  test('a process that stops is no longer ready', async () => {
    const { get, readiness } = await serve({});
    readiness.drain();
    expect((await get('/readyz')).status).toBe(503);
  });

  test('metrics are in the format of Prometheus', async () => {
    const { get } = await serve({});
    const answer = await get('/metrics');
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(await answer.text()).toContain('process_cpu_user_seconds_total{process="test"}');
  });
});
