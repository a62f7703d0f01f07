import { join } from 'node:path';
import { runProgram } from '../programs/run-program.ts';
import { projectRoot } from '../project-root.ts';

/** Runs one `vitae` command and answers with its JSON; rejects with a `CommandFailure` that says why not. */
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
  const told = String((cause as { stderr?: unknown }).stderr ?? '');
  const command = args.slice(0, 2).join(' ');
  try {
    const { error } = JSON.parse(told) as { error: { code: string; message: string } };
    return new CommandFailure(error.code, `vitae ${command}: ${error.message}`, { cause });
  } catch {
    return new CommandFailure('UNKNOWN', `vitae ${command} failed: ${told || cause}`, { cause });
  }
}
