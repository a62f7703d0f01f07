import { mkdirSync } from 'node:fs';
import type { RunningProcess } from '../data-dir/run-file.ts';
import type { SetupError } from '../setup-error.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { ProcessSpec } from './process-spec.ts';
import type { ProcessIdentity } from './process-table.ts';
import { type Supervised, supervise } from './supervised.ts';

export type SupervisorOptions = {
  /** The launch that all processes belong to; see FAMILY. */
  family: string;
  logDir: string;
  terminal: Terminal;
  /** Told before anything is waited for, so that a killed launcher leaves nothing unknown. */
  onLaunched(process: ProcessIdentity): void;
  onGone(pid: number): void;
  /** A process was brought back: its number is another. */
  onRestarted(): void;
  /** A process that cannot be done without did not come back. */
  onLost(error: SetupError): void;
};

export type Supervisor = {
  /** Starts these together; resolves when all are ready. Those that die later are started again. */
  start(specs: ProcessSpec[]): Promise<void>;
  running(): RunningProcess[];
  /** Stops these together: asked first, killed with all they started after `withinMs`. */
  stop(specs: Pick<ProcessSpec, 'name'>[], withinMs: number): Promise<void>;
  stopAll(withinMs: number): Promise<void>;
};

export function createSupervisor(options: SupervisorOptions): Supervisor {
  const supervised = new Map<string, Supervised>();
  mkdirSync(options.logDir, { recursive: true, mode: 0o700 });
  const stop = async (chosen: Supervised[], withinMs: number) => {
    await Promise.all(chosen.map((one) => one.stop(withinMs)));
  };
  return {
    start: async (specs) => {
      const started = specs.map((spec) => supervise(spec, options));
      for (const one of started) supervised.set(one.spec.name, one);
      await Promise.all(started.map((one) => one.start()));
    },
    running: () =>
      [...supervised.values()].flatMap(({ spec, launched }) => {
        const pid = launched()?.identity.pid;
        return pid ? [{ name: spec.name, pid, url: spec.url }] : [];
      }),
    stop: (specs, withinMs) =>
      stop(
        specs.flatMap(({ name }) => supervised.get(name) ?? []),
        withinMs,
      ),
    stopAll: (withinMs) => stop([...supervised.values()], withinMs),
  };
}
