import { readFileSync } from 'node:fs';
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
