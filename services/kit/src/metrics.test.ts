import { createMetrics } from './metrics.ts';

const { jest } = import.meta;
afterEach(() => {
  jest.restoreAllMocks();
});

test('reports all other metrics while one fails and one is never collected', async () => {
  const metrics = createMetrics('test');
  metrics.gauge('vitae_failing_jobs', 'Fails', [], () => Promise.reject(new TypeError('failed')));
  metrics.gauge('vitae_hanging_jobs', 'Hangs', [], () => new Promise(() => undefined));
  metrics.gauge('vitae_good_jobs', 'Succeeds', [], (gauge) => gauge.set(3));
  expect(await metrics.render()).toContain('vitae_good_jobs{process="test"} 3');
});

test('reports the clock of the process as Unix time in seconds', async () => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2027-01-15T08:00:00.500Z'));
  expect(await createMetrics('test').render()).toContain('vitae_clock_seconds{process="test"} 1800000000.5\n');
});
