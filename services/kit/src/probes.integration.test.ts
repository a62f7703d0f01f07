import { type HttpListener, listenHttp } from './http/listen-http.ts';
import { createMetrics } from './metrics.ts';
import { createReadiness, probeApp } from './probes.ts';

let listener: HttpListener;
afterEach(() => listener.close());

async function serve(checks: Parameters<typeof createReadiness>[0]) {
  const readiness = createReadiness(checks);
  listener = await listenHttp(probeApp(readiness, createMetrics('test')), '127.0.0.1', 0);
  return { readiness, get: (path: string) => fetch(`http://127.0.0.1:${listener.port}${path}`) };
}

describe('probes', () => {
  test('reports ready when all dependencies respond', async () => {
    const { get } = await serve({ mongodb: async () => undefined });
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/readyz')).status).toBe(200);
  });

  test('names dependencies that are down or hang, and stays alive', async () => {
    const { get } = await serve({
      mongodb: () => Promise.reject(new Error('down')),
      redis: () => new Promise(() => undefined),
      resume: async () => undefined,
    });
    const response = await get('/readyz');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await response.json()).toEqual({ status: 'not ready', failing: ['mongodb', 'redis'] });
    expect((await get('/healthz')).status).toBe(200);
  });

  test('reports not ready while the process drains', async () => {
    const { get, readiness } = await serve({});
    readiness.drain();
    expect((await get('/readyz')).status).toBe(503);
  });

  test('serves metrics in the Prometheus format', async () => {
    const { get } = await serve({});
    const response = await get('/metrics');
    expect(response.headers.get('content-type')).toContain('text/plain');
    expect(await response.text()).toContain('process_cpu_user_seconds_total{process="test"}');
  });
});
