import { type HttpListener, listenHttp } from './http/listen-http.ts';
import { createMetrics } from './metrics.ts';
import { type Checks, createReadiness, observeDependencies, probeApp } from './probes.ts';

let listener: HttpListener;
afterEach(() => listener.close());

async function serve({ parts = {}, dependencies = {} }: { parts?: Checks; dependencies?: Checks } = {}) {
  const readiness = createReadiness(parts);
  const metrics = createMetrics('test');
  observeDependencies(metrics, dependencies);
  listener = await listenHttp(probeApp(readiness, metrics), '127.0.0.1', 0);
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${listener.port}${path}`, { headers });
  return { readiness, metrics, get };
}

describe('probes', () => {
  test('reports ready when all parts of the process respond', async () => {
    const { get } = await serve({ parts: { browser: async () => undefined } });
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/readyz')).status).toBe(200);
  });

  test('names parts of the process that are down or hang, and stays alive', async () => {
    const { get } = await serve({
      parts: {
        browser: () => Promise.reject(new Error('down')),
        office: () => new Promise(() => undefined),
        other: async () => undefined,
      },
    });
    const response = await get('/readyz');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await response.json()).toEqual({ status: 'not ready', failing: ['browser', 'office'] });
    expect((await get('/healthz')).status).toBe(200);
  });

  test('names failing dependencies in the metrics, and stays ready', async () => {
    const dependencies = { mongodb: async () => undefined, redis: () => Promise.reject(new Error('down')) };
    const { get } = await serve({ dependencies });
    const metrics = await (await get('/metrics')).text();
    expect(metrics).toContain('vitae_dependency_running{dependency="mongodb",process="test"} 1');
    expect(metrics).toContain('vitae_dependency_running{dependency="redis",process="test"} 0');
    expect((await get('/readyz')).status).toBe(200);
  });

  test('reports not ready while the process drains', async () => {
    const { get, readiness } = await serve();
    readiness.drain();
    expect((await get('/readyz')).status).toBe(503);
  });

  test('serves metrics in the Prometheus format', async () => {
    const { get } = await serve();
    const response = await get('/metrics');
    expect(response.headers.get('content-type')).toContain('text/plain');
    expect(await response.text()).toContain('process_cpu_user_seconds_total{process="test"}');
  });

  test('serves OpenMetrics with the trace of a slow request as its exemplar, and keeps both formats apart', async () => {
    const { get, metrics } = await serve();
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const seconds = metrics.histogram('test_seconds', 'Test', ['route']);
    seconds.observe({ route: '/a' }, 0.2, traceId);
    seconds.observe({ route: '/a' }, 0.3);
    metrics.counter('test_total', 'Test', []).inc();
    const accept = 'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.2';
    const openMetrics = await get('/metrics', { Accept: accept });
    expect(openMetrics.headers.get('content-type')).toMatch(/^application\/openmetrics-text; version=1\.0\.0/);
    const text = await openMetrics.text();
    expect(text).toMatch(
      new RegExp(`^test_seconds_bucket\\{le="0.25",.*\\} 1 # \\{trace_id="${traceId}"\\} 0.2 `, 'm'),
    );
    expect(text).toMatch(/^test_total\{process="test"\} 1$/m);
    expect(text).toMatch(/\n# EOF\n$/);
    const plain = await (await get('/metrics')).text();
    expect(plain).toMatch(/^test_seconds_count\{process="test",route="\/a"\} 2$/m);
    expect(plain).toMatch(/^test_total\{process="test"\} 1$/m);
    expect(plain).not.toContain('trace_id');
  });
});
