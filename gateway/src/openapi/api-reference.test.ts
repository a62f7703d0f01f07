import { readFileSync } from 'node:fs';
import { apiReferenceFile } from '@vitae/proto/api-reference';
import { buildApiReference } from './api-reference.ts';

test('proto/api-reference.json is up to date (run npm run generate:api-reference)', () => {
  const built = JSON.parse(JSON.stringify(buildApiReference()));
  expect(JSON.parse(readFileSync(apiReferenceFile, 'utf8'))).toEqual(built);
});
