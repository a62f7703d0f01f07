import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../project-root.ts';
import { chartReadme, chartReadmeFile, chartValues, undescribedDefaults } from './chart-readme.ts';

describe('the README of the chart', () => {
  test('is up to date (run npm run generate:chart-readme)', () => {
    expect(readFileSync(chartReadmeFile, 'utf8')).toBe(chartReadme());
  });

  test('describes every value', () => {
    const values = chartValues();
    expect(values.length).toBeGreaterThan(100);
    expect(values.filter(({ description }) => description === '')).toEqual([]);
    expect(undescribedDefaults()).toEqual([]);
  });
});

test('the deployment guide names only values that exist', () => {
  const guide = readFileSync(join(projectRoot, 'docs/deploying.md'), 'utf8');
  const paths = chartValues().map(({ path }) => path);
  const topLevel = new Set(paths.map((path) => path.split('.', 1).join()));
  const named = [...guide.matchAll(/`([a-z][A-Za-z]*(?:\.(?:[A-Za-z0-9]+|<name>))+)[`:]/g)]
    .map(([, value = '']) => value.replace('<name>', 'resume'))
    .filter((value) => topLevel.has(value.split('.', 1).join()) && !value.endsWith('.yaml'));
  expect(named.length).toBeGreaterThan(30);
  const isPartOf = (inner: string, outer: string) => inner === outer || inner.startsWith(`${outer}.`);
  expect(named.filter((value) => !paths.some((path) => isPartOf(path, value) || isPartOf(value, path)))).toEqual([]);
});
