import { join } from 'node:path';
import { projectRoot } from '../project-root.ts';
import type { RunAttached } from './run-attached.ts';

/** The whole workspace, tests too; what is current is not looked at again. */
export const typeCheck = (run: RunAttached, env: NodeJS.ProcessEnv) =>
  run(join(projectRoot, 'node_modules/.bin/tsc'), ['-b'], env);
