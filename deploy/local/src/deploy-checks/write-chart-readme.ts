import { writeFileSync } from 'node:fs';
import { chartReadme, chartReadmeFile } from './chart-readme.ts';

// npm run generate:chart-readme
writeFileSync(chartReadmeFile, chartReadme());
