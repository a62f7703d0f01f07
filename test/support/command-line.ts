import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from './project-root.ts';

const run = promisify(execFile);

/** Runs a command of the command line and returns its JSON output. */
export type CommandLine = <T = Record<string, unknown>>(...args: string[]) => Promise<T>;

export function createCommandLine(environment: NodeJS.ProcessEnv): CommandLine {
  const cli = join(projectRoot, 'gateway/dist/cli/main.js');
  return async (...command) => {
    const options = { env: environment, maxBuffer: 64 * 1024 * 1024 };
    const { stdout } = await run(process.execPath, [cli, ...command, '--json'], options);
    return JSON.parse(stdout);
  };
}
