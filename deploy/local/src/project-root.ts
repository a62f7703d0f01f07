import { join } from 'node:path';

/** The folder of the project, as seen from src/ and from dist/. */
export const projectRoot = join(import.meta.dirname, '../../..');

/** The folder in which Node.js caches the bytecode of modules (`NODE_COMPILE_CACHE`). */
export const compileCacheIn = (root: string): string => join(root, 'node_modules/.cache/node');
