import { join } from 'node:path';

/** The folder of the project, seen from src/ and from dist/ alike. */
export const projectRoot = join(import.meta.dirname, '../../..');
