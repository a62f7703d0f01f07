import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from './system.ts';

const run = promisify(execFile);

/** One command of the command line; answers its JSON. */
export type Runner = <T = Record<string, unknown>>(...args: string[]) => Promise<T>;

export function createRunner(environment: NodeJS.ProcessEnv, port: number): Runner {
  const cli = join(projectRoot, 'gateway/dist/cli/main.js');
  return async (...command) => {
    const { stdout } = await run(process.execPath, [cli, ...command, '--json'], {
      env: { ...environment, PORT: String(port), DATA_DIR: '/nonexistent' },
      maxBuffer: 64 * 1024 * 1024,
    });
    return JSON.parse(stdout);
  };
}
