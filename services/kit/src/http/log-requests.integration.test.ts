import { connect } from 'node:net';
import { until } from '@vitae/test/support/until';
import express from 'express';
import { createLogger } from '../log.ts';
import { createMetrics, type Metrics } from '../metrics.ts';
import { type HttpListener, listenHttp } from './listen-http.ts';
import { logRequests, recordFacts } from './log-requests.ts';
import { requestId } from './request-id.ts';
import { createRequestMetrics } from './request-metrics.ts';
import { shedLoad } from './shed-load.ts';

let http: HttpListener;
let lines: Array<Record<string, unknown>>;
let metrics: Metrics;

async function listen(successRatio: number, maxConcurrent = 10): Promise<void> {
  lines = [];
  const log = createLogger({ name: 'test', destination: { write: (line) => void lines.push(JSON.parse(line)) } });
  metrics = createMetrics('test');
  const app = express();
  app.use(requestId, logRequests(log, successRatio, createRequestMetrics(metrics)), shedLoad(maxConcurrent));
  app.get('/cvs/:id', (_request, response) => {
    recordFacts(response, { companyId: 7, keyId: 3 });
    response.json('x'.repeat(1_000));
  });
  app.get('/slow', (_request, response) => response.write('begin'));
  app.use((_request, response) => response.status(404).end());
  http = await listenHttp(app, '127.0.0.1', 0);
}
afterEach(() => http.close());

const get = async (path: string) => (await fetch(`http://127.0.0.1:${http.port}${path}`)).arrayBuffer();
const logged = (count: number) => until('the lines', async () => lines.length >= count);

test('logs one line per request with its route and facts, never its path or query', async () => {
  await listen(1);
  await get('/cvs/5?name=Ada');
  await get('/unknown/Ada');
  await logged(2);
  expect(lines).toEqual([
    expect.objectContaining({
      ...{ msg: 'Request', method: 'GET', route: '/cvs/{id}', status: 200, companyId: 7, keyId: 3, outcome: 'ok' },
      ...{ requestId: expect.any(String), durationMs: expect.any(Number), bytes: expect.any(Number) },
    }),
    expect.objectContaining({ route: 'unknown', status: 404, outcome: 'rejected' }),
  ]);
  expect(lines[0]?.bytes).toBeGreaterThan(1_000);
  expect(JSON.stringify(lines)).not.toContain('Ada');
});

test('always logs requests that are shed or aborted, whatever the ratio', async () => {
  await listen(0, 1);
  const socket = connect(http.port, '127.0.0.1');
  socket.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await new Promise((resolve) => socket.once('data', resolve));
  await get('/cvs/5');
  await logged(1);
  socket.destroy();
  await logged(2);
  await get('/cvs/6');
  expect(lines.map(({ status, outcome }) => [status, outcome])).toEqual([
    [503, 'overloaded'],
    [200, 'aborted'],
  ]);
  for (const line of lines)
    expect(line).toMatchObject({
      ...{ method: 'GET', route: expect.any(String), durationMs: expect.any(Number), bytes: expect.any(Number) },
      requestId: expect.any(String),
    });
  const text = await metrics.render();
  const samples = [...text.matchAll(/^(?:\w+_count|vitae_rejected\w+)\{(.+)\} (\d+)$/gm)].map(([, labels, count]) => [
    labels?.replace(/^process="test",|,process="test"$/, ''),
    Number(count),
  ]);
  const request = (route: string, status: number) =>
    `http_request_method="GET",http_route="${route}",http_response_status_code="${status}"`;
  expect(Object.fromEntries(samples)).toMatchObject({
    [request('unknown', 503)]: 1,
    [request('/slow', 499)]: 1,
    [request('/cvs/{id}', 200)]: 1,
    'cause="overloaded"': 1,
    'cause="aborted"': 1,
  });
});

test('does not create series for unknown paths and methods', async () => {
  await listen(1);
  const send = (path: string, method: string) => fetch(`http://127.0.0.1:${http.port}${path}`, { method });
  await Promise.all(Array.from({ length: 20 }, (_, index) => send(`/hostile-${index}/${'x'.repeat(index)}`, 'GET')));
  for (const method of ['PROPFIND', 'PURGE', 'M-SEARCH', 'LOCK']) await send('/cvs/5', method);
  await logged(24);
  const requests = /^http_server_request_duration_seconds_count\{process="test",(.+)\} /gm;
  const series = [...(await metrics.render()).matchAll(requests)].map(([, labels]) => labels);
  expect(series.toSorted()).toEqual([
    'http_request_method="GET",http_route="unknown",http_response_status_code="404"',
    'http_request_method="_OTHER",http_route="unknown",http_response_status_code="404"',
  ]);
});

test('limits the number of label values', () => {
  const bounded = createMetrics('test');
  const observe = createRequestMetrics(bounded);
  for (let index = 0; index < 2_000; index += 1)
    observe({ method: `M${index}`, route: `/${index}`, status: 500, outcome: `cause-${index}`, durationMs: 1 });
  return expect(bounded.render().then((text) => new Set(text.match(/cause="[^"]+"/g)).size)).resolves.toBe(601);
});
