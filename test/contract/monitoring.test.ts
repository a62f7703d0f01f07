import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createMetrics } from '@vitae/kit/metrics';

const root = fileURLToPath(new URL('../../', import.meta.url));
const monitoring = globSync('deploy/helm/vitae/monitoring/**/*.{yaml,json}', { cwd: root });
const sources = globSync('{gateway,services/*}/src/**/*.ts', { cwd: root }).filter((file) => !file.includes('.test.'));

const ours = sources.flatMap((file) =>
  [...readFileSync(root + file, 'utf8').matchAll(/\.(?:counter|gauge|histogram)\(\s*'(\w+)'/g)].map(([, name]) => name),
);
const suffixes = ['', '_bucket', '_count', '_sum'];

/** Names in a query that carry a selector, a range, or stand alone in a function. */
const named = (text: string) =>
  new Set([...text.matchAll(/\b((?:vitae|grpc|nodejs|process)_[a-z0-9_]+)\b/g)].map(([, name]) => name as string));

test('alerts and dashboards ask for metrics that there are', async () => {
  const standard = (await createMetrics('test').registry.getMetricsAsJSON()).map(({ name }) => name);
  const known = new Set([...ours, ...standard].flatMap((name) => suffixes.map((suffix) => `${name}${suffix}`)));
  const asked = monitoring.flatMap((file) => [...named(readFileSync(root + file, 'utf8'))]);
  expect(monitoring.length).toBeGreaterThanOrEqual(4);
  expect(asked.length).toBeGreaterThan(15);
  expect(asked.filter((name) => !known.has(name))).toEqual([]);
});

test('what we measure is named by convention, with its unit', () => {
  expect(ours.length).toBeGreaterThan(6);
  const conventional = /^[a-z_]+_(?:total|seconds|bytes|jobs|running)$/;
  expect(ours.filter((name) => !conventional.test(name ?? ''))).toEqual([]);
});
