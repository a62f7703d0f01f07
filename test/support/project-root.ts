import { join } from 'node:path';

const isBuilt = import.meta.dirname.endsWith(join('dist', 'support'));

export const projectRoot = join(import.meta.dirname, isBuilt ? '../../..' : '../..');
