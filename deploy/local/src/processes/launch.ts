import { spawn } from 'node:child_process';
import { openLogFile } from '../terminal/log-file.ts';
import { readOutput } from '../terminal/output-reader.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { ProcessSpec } from './process-spec.ts';
import { GROUP_VARIABLE, identify, type ProcessIdentity } from './process-table.ts';

export type LaunchedProcess = {
  identity: ProcessIdentity;
  exit: Promise<void>;
  hasExited(): boolean;
  /** For example "exit status 1" or "SIGKILL". */
  exitReason(): string;
  lastLines(): string[];
  logFile: string;
};

export type LaunchOptions = { group: string; logFile: string; terminal: Terminal };

/** Starts the process in its own POSIX process group: Ctrl-C does not reach it, so the launcher can stop all in order. */
export function launch(spec: ProcessSpec, { group, logFile, terminal }: LaunchOptions): LaunchedProcess {
  const child = spawn(spec.command, spec.args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...spec.env, [GROUP_VARIABLE]: `${group}/` },
  });
  const log = openLogFile(logFile);
  const output = readOutput([child.stdout, child.stderr], log.write, (line) =>
    terminal.processLine(spec.name, line, spec.quiet),
  );
  let exitReason: string | undefined;
  const exit = new Promise<void>((resolve) => {
    const onExit = (reason: string) => {
      exitReason ??= reason;
      resolve();
    };
    child.once('error', (error) => onExit(error.message));
    child.once('exit', (status, signal) => {
      killChildren(child.pid);
      onExit(signal ?? `exit status ${status}`);
    });
  });
  child.once('close', () => void log.close());
  const pid = child.pid ?? 0; // undefined if the program could not be started; `error` reports that
  return {
    identity: identify(pid) ?? { pid, start: 'never' },
    exit,
    hasExited: () => exitReason !== undefined,
    exitReason: () => exitReason ?? 'running',
    lastLines: output.lastLines,
    logFile,
  };
}

/** Called directly on exit, before the system can reuse the number of the process group. */
function killChildren(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // The process group is empty.
  }
}
