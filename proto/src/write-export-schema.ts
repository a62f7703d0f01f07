import { writeFile } from 'node:fs/promises';
import { exportSchema } from './export-schema.ts';

await writeFile(new URL('../export-jobs.schema.json', import.meta.url), exportSchema());
