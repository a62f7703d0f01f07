import { createMetrics } from './metrics.ts';

test('reports all other metrics while one fails and one is never collected', async () => {
  const metrics = createMetrics('test');
  metrics.gauge('vitae_failing_jobs', 'Fails', [], () => Promise.reject(new TypeError('failed')));
  metrics.gauge('vitae_hanging_jobs', 'Hangs', [], () => new Promise(() => undefined));
  metrics.gauge('vitae_good_jobs', 'Succeeds', [], (gauge) => gauge.set(3));
  expect(await metrics.render()).toContain('vitae_good_jobs{process="test"} 3');
});
