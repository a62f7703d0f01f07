import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createMetrics } from '@vitae/kit/metrics';

const root = fileURLToPath(new URL('../../', import.meta.url));
const monitoring = globSync('deploy/helm/vitae/monitoring/**/*.{yaml,json}', { cwd: root });
const sources = globSync('{gateway,proto,services/*}/src/**/*.ts', { cwd: root }).filter(
  (file) => !file.includes('.test.'),
);

const ownMetrics = sources.flatMap((file) =>
  [...readFileSync(root + file, 'utf8').matchAll(/(?:\.(?:counter|gauge|histogram)|observe)\(\s*'(\w+_\w+)'/g)].map(
    ([, name]) => name,
  ),
);
const suffixes = ['', '_bucket', '_count', '_sum'];

const names = /\b((?:vitae|rpc|db|messaging|http_server|nodejs|process)_[a-z0-9_]+)\b/g;
// Whatever its prefix, a name in front of a selector or range is that of a metric.
const selected = /(?<![\w$/.-])([a-zA-Z_][\w:]*)[{[]/g;
const labels = new Set(
  sources.flatMap((file) =>
    [...readFileSync(root + file, 'utf8').matchAll(/'([a-z]+(?:_[a-z]+)+)'/g)].map(([, name]) => name),
  ),
);
const metricsIn = (text: string) =>
  new Set([
    ...[...text.matchAll(names)]
      .map(([, name]) => name as string)
      .filter((name) => ownMetrics.includes(name) || !labels.has(name)),
    ...[...text.matchAll(selected)].map(([, name]) => name as string),
  ]);

const read = (file: string) => readFileSync(root + file, 'utf8');
const guide =
  read('docs/deploying.md')
    .split('\n## ')
    .find((section) => section.startsWith('Monitoring')) ?? '';

test('alerts, dashboards and documentation name existing metrics', () => {
  const standard = createMetrics('test').names();
  const rules = read('deploy/helm/vitae/monitoring/alerts.yaml');
  const recorded = [...rules.matchAll(/^ +- record: (\S+)$/gm)].map(([, name]) => name);
  const known = new Set(
    [...ownMetrics, ...standard, ...recorded].flatMap((name) => suffixes.map((suffix) => `${name}${suffix}`)),
  );
  const queried = [...monitoring.map(read), read('docs/runbooks.md'), guide].flatMap((text) => [...metricsIn(text)]);
  expect(monitoring.length).toBeGreaterThanOrEqual(4);
  expect(queried.length).toBeGreaterThan(15);
  expect(queried.filter((name) => !known.has(name))).toEqual([]);
});

test('the deployment guide describes every metric in its table', () => {
  const rows = guide.split('\n').filter((line) => line.startsWith('| `'));
  const described = rows.flatMap((row) => [...metricsIn(row.split('|')[1] ?? '')]);
  expect(described.toSorted()).toEqual([...new Set(ownMetrics)].toSorted());
});

test('metric names follow the naming convention and end with their unit', () => {
  expect(ownMetrics.length).toBeGreaterThan(6);
  const conventional =
    /^[a-z_]+_(?:total|seconds|minutes|bytes|jobs|files|users|running|ratio|info|count|max|pending_requests)$/;
  expect(ownMetrics.filter((name) => !conventional.test(name ?? ''))).toEqual([]);
});

test('every query of the dashboards is filtered by namespace and release', () => {
  const filter = ['namespace=~"$namespace"', 'release=~"$release"'];
  const expressions = monitoring
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => (JSON.parse(read(file)) as { panels: { targets: { expr: string }[] }[] }).panels)
    .flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const unfiltered = expressions.filter((expr) => {
    const selectors = [...expr.matchAll(/\{([^}]*)\}/g)].map(([, selector = '']) => selector);
    const measured = [...metricsIn(expr)].filter((name) => !labels.has(name));
    return (
      selectors.length < measured.length || selectors.some((selector) => filter.some((one) => !selector.includes(one)))
    );
  });
  expect(expressions.length).toBeGreaterThan(50);
  expect(unfiltered).toEqual([]);
});
