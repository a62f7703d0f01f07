import { spawn } from 'node:child_process';
import { openLogFile } from '../terminal/log-file.ts';
import { readOutput } from '../terminal/output-reader.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { ProcessSpec } from './process-spec.ts';
import { FAMILY, identify, type ProcessIdentity } from './process-table.ts';

/** A process that was started, until it ends. */
export type Launched = {
  identity: ProcessIdentity;
  exit: Promise<void>;
  ended(): boolean;
  /** How it ended: "exit status 1", "SIGKILL". */
  how(): string;
  lastLines(): string[];
  logFile: string;
};

export type LaunchOptions = { family: string; logFile: string; terminal: Terminal };

/** Starts the process as the leader of a group of its own: a Ctrl-C in the terminal does not reach it, we end it in order. */
export function launch(spec: ProcessSpec, { family, logFile, terminal }: LaunchOptions): Launched {
  const child = spawn(spec.command, spec.args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...spec.env, [FAMILY]: `${family}/` },
  });
  const log = openLogFile(logFile);
  const output = readOutput([child.stdout, child.stderr], log.write, (line) =>
    terminal.processLine(spec.name, line, spec.quiet),
  );
  let how: string | undefined;
  const exit = new Promise<void>((resolve) => {
    const ended = (reason: string) => {
      how ??= reason;
      resolve();
    };
    child.once('error', (error) => ended(error.message));
    child.once('exit', (status, signal) => {
      endGroup(child.pid);
      ended(signal ?? `exit status ${status}`);
    });
  });
  child.once('close', () => void log.close());
  const pid = child.pid ?? 0; // none when it could not be started: `error` tells
  return {
    identity: identify(pid) ?? { pid, start: 'never' },
    exit,
    ended: () => how !== undefined,
    how: () => how ?? 'running',
    lastLines: output.lastLines,
    logFile,
  };
}

/** At once, while the number can be nobody else's. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // nobody was left in it
  }
}
