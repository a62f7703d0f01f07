import { createMetrics } from '../metrics.ts';
import { createRequestMetrics } from './request-metrics.ts';
import { availability, latency } from './request-objectives.ts';

function createFixture() {
  const metrics = createMetrics('test');
  const observe = createRequestMetrics(metrics, [
    availability('available', /^page$/),
    latency('fast', 500, /^page$|.*\/pdf$/),
  ]);
  const request = (route: string, status: number | undefined, durationMs = 10, method = 'GET') =>
    observe({ method, route, status, outcome: 'any', durationMs });
  const counts = async () =>
    Object.fromEntries(
      [...(await metrics.render()).matchAll(/^vitae_slo_requests_total\{slo="(\w+)",outcome="(\w+)".*\} (\d+)$/gm)].map(
        ([, slo, outcome, count]) => [`${slo} ${outcome}`, Number(count)],
      ),
    );
  return { request, counts };
}

test('the counters of all objectives begin at 0', async () => {
  const none = { 'available good': 0, 'available bad': 0, 'fast good': 0, 'fast bad': 0 };
  expect(await createFixture().counts()).toEqual(none);
});

test('failures of different routes are one series', async () => {
  const { request, counts } = createFixture();
  for (const route of ['/a', '/b', '/c']) request(route, 503);
  request('/a', 499);
  request('/a', undefined);
  request('/a', 500, 10, 'POST');
  expect(await counts()).toEqual({ 'available good': 2, 'available bad': 4, 'fast good': 5, 'fast bad': 0 });
});

test('only reads have to be fast, and routes can be excluded', async () => {
  const { request, counts } = createFixture();
  request('/a', 200, 500);
  request('/a', 200, 501, 'HEAD');
  request('/a', 200, 501, 'POST');
  request('/a/pdf', 200, 501);
  request('page', 500, 501);
  expect(await counts()).toEqual({ 'available good': 4, 'available bad': 0, 'fast good': 1, 'fast bad': 1 });
});
