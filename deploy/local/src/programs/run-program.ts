import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs a program and returns its standard output; rejects with its status and output if it fails. */
export async function runProgram(
  program: string,
  args: string[],
  options: { env?: NodeJS.ProcessEnv; timeoutMs?: number } = {},
): Promise<string> {
  const { stdout } = await run(program, args, {
    ...(options.env ? { env: options.env } : {}),
    timeout: options.timeoutMs ?? 0,
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}
