import { readFileSync } from 'node:fs';
import { exportSchema } from './export-schema.ts';

describe('export-jobs.schema.json', () => {
  test('matches the schemas that the worker validates with', () => {
    expect(readFileSync(new URL('../export-jobs.schema.json', import.meta.url), 'utf8')).toBe(exportSchema());
  });
});
