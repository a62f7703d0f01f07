import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../project-root.ts';
import type { RunAttached } from './run-attached.ts';

const CACHE = join(projectRoot, 'node_modules/.cache/typescript');

/** Checks the types of the whole workspace, tests included, as one program. Only what changed is checked again. */
export function typeCheck(run: RunAttached, env: NodeJS.ProcessEnv): Promise<number> {
  mkdirSync(CACHE, { recursive: true });
  const tsc = join(projectRoot, 'node_modules/.bin/tsc');
  return run(tsc, ['-p', projectRoot, '--incremental', '--tsBuildInfoFile', join(CACHE, 'workspace.json')], env);
}
