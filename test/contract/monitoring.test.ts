import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createMetrics } from '@vitae/kit/metrics';

const root = fileURLToPath(new URL('../../', import.meta.url));
const monitoring = globSync('deploy/helm/vitae/monitoring/**/*.{yaml,json}', { cwd: root });
const sources = globSync('{gateway,services/*}/src/**/*.ts', { cwd: root }).filter((file) => !file.includes('.test.'));

const ownMetrics = sources.flatMap((file) =>
  [...readFileSync(root + file, 'utf8').matchAll(/(?:\.(?:counter|gauge|histogram)|observe)\(\s*'(\w+_\w+)'/g)].map(
    ([, name]) => name,
  ),
);
const suffixes = ['', '_bucket', '_count', '_sum'];

const metricsIn = (text: string) =>
  new Set(
    [...text.matchAll(/\b((?:vitae|grpc|http_server|nodejs|process)_[a-z0-9_]+)\b/g)].map(([, name]) => name as string),
  );

test('alerts, dashboards and documentation name existing metrics', async () => {
  const standard = (await createMetrics('test').registry.getMetricsAsJSON()).map(({ name }) => name);
  const known = new Set([...ownMetrics, ...standard].flatMap((name) => suffixes.map((suffix) => `${name}${suffix}`)));
  const read = (file: string) => readFileSync(root + file, 'utf8');
  const guide =
    read('docs/deploying.md')
      .split('\n## ')
      .find((section) => section.startsWith('Monitoring')) ?? '';
  expect(metricsIn(guide).size).toBeGreaterThan(10);
  const queried = [...monitoring.map(read), read('docs/runbooks.md'), guide].flatMap((text) => [...metricsIn(text)]);
  expect(monitoring.length).toBeGreaterThanOrEqual(4);
  expect(queried.length).toBeGreaterThan(15);
  expect(queried.filter((name) => !known.has(name))).toEqual([]);
});

test('metric names follow the naming convention and end with their unit', () => {
  expect(ownMetrics.length).toBeGreaterThan(6);
  const conventional = /^[a-z_]+_(?:total|seconds|minutes|bytes|jobs|files|users|running)$/;
  expect(ownMetrics.filter((name) => !conventional.test(name ?? ''))).toEqual([]);
});
