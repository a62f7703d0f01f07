import { type ChildProcess, fork } from 'node:child_process';
import { extname, join } from 'node:path';

/** Runs a command of the command line and returns its JSON output. */
export type CommandLine = (<T = Record<string, unknown>>(...args: string[]) => Promise<T>) & { close(): void };

type Printed = { status: number; out: string; error: string };

/**
 * Commands share a process, because starting one takes longer than most commands.
 *
 * @param release the folder of the release whose command line runs; default: this project
 */
export function createCommandLine(environment: NodeJS.ProcessEnv, release?: string): CommandLine {
  const waiting = new Map<number, { resolve(printed: Printed): void; reject(error: Error): void }>();
  let commands = 0;
  let child: ChildProcess | undefined;

  function start(): ChildProcess {
    const program = release
      ? join(release, 'test/support/command-line-process.ts')
      : join(import.meta.dirname, `command-line-process${extname(import.meta.filename)}`);
    const started = fork(program, { env: environment, execArgv: [] });
    started.on('message', ({ id, ...printed }: Printed & { id: number }) => {
      waiting.get(id)?.resolve(printed);
      waiting.delete(id);
    });
    started.once('exit', (status) => {
      if (child === started) child = undefined;
      for (const { reject } of waiting.values()) reject(new Error(`The command line exited with status ${status}`));
      waiting.clear();
    });
    // A test that fails while it starts a system must not keep Jest running.
    started.unref();
    started.channel?.unref();
    return started;
  }

  const run = async (...command: string[]) => {
    child ??= start();
    const id = ++commands;
    const printed = new Promise<Printed>((resolve, reject) => waiting.set(id, { resolve, reject }));
    child.send({ id, args: [...command, '--json'] });
    const { status, out, error } = await printed;
    if (status === 0) return JSON.parse(out);
    throw Object.assign(new Error(`vitae ${command.join(' ')} failed:\n${error || out}`), {
      code: status,
      stderr: error,
    });
  };
  return Object.assign(run, { close: () => void child?.kill() }) as CommandLine;
}
