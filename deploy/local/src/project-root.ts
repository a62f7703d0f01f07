import { join } from 'node:path';

/** The folder of the project, as seen from src/ and from dist/. */
export const projectRoot = join(import.meta.dirname, '../../..');
