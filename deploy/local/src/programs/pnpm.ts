import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../project-root.ts';

/** Returns the command for pnpm: the installed one if it has the version in package.json, otherwise that through npx. */
export function pnpmCommand(): [string, ...string[]] {
  const { packageManager } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    packageManager: string;
  };
  const installed = spawnSync('pnpm', ['--version'], { cwd: projectRoot, encoding: 'utf8' });
  return installed.status === 0 && packageManager === `pnpm@${installed.stdout.trim()}`
    ? ['pnpm']
    : ['npx', '-y', packageManager];
}
