import { writeFileSync } from 'node:fs';
import { apiReferenceFile } from '@vitae/proto/api-reference';
import { buildApiReference } from './api-reference.ts';

// npm run generate:api-reference
writeFileSync(apiReferenceFile, `${JSON.stringify(buildApiReference(), null, 1)}\n`);
