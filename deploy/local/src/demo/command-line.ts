import { join } from 'node:path';
import { runProgram } from '../programs/run-program.ts';
import { projectRoot } from '../project-root.ts';

/**
 * Runs a `vitae` command and returns its JSON output.
 * @throws {CommandFailure} if the command fails.
 */
export type CommandLine = <T>(...args: string[]) => Promise<T>;

export class CommandFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'CommandFailure';
  }
}

export const CLI = join(projectRoot, 'gateway/dist/cli/main.js');

const TIMEOUT_MS = 60_000;

export function createCommandLine(node: string, env: NodeJS.ProcessEnv): CommandLine {
  return async (...args) => {
    try {
      return JSON.parse(await runProgram(node, [CLI, ...args, '--json'], { env, timeoutMs: TIMEOUT_MS }));
    } catch (cause) {
      throw failureOf(args, cause);
    }
  };
}

function failureOf(args: string[], cause: unknown): CommandFailure {
  const output = String((cause as { stderr?: unknown }).stderr ?? '');
  const command = args.slice(0, 2).join(' ');
  try {
    const { error } = JSON.parse(output) as { error: { code: string; message: string } };
    return new CommandFailure(error.code, `vitae ${command}: ${error.message}`, { cause });
  } catch {
    return new CommandFailure('UNKNOWN', `vitae ${command} failed: ${output || cause}`, { cause });
  }
}
