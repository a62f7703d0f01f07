import { mkdirSync } from 'node:fs';
import type { RunningProcess } from '../data-dir/run-file.ts';
import type { SupervisorOptions } from './process-launcher.ts';
import type { ProcessSpec } from './process-spec.ts';
import { type Supervised, supervise } from './supervised.ts';

export type Supervisor = {
  /** Starts the processes in parallel; resolves when all are ready. From then on, each is restarted when it exits. */
  start(specs: ProcessSpec[]): Promise<void>;
  /** Replaces one process. Rejects if the new one does not become ready; it is then stopped until the next restart. */
  restart(name: string, timeoutMs: number): Promise<void>;
  running(): RunningProcess[];
  /** Stops the processes in parallel. After `timeoutMs`, kills them and all that they started. */
  stop(specs: Pick<ProcessSpec, 'name'>[], timeoutMs: number): Promise<void>;
  stopAll(timeoutMs: number): Promise<void>;
};

export function createSupervisor(options: SupervisorOptions): Supervisor {
  const supervised = new Map<string, Supervised>();
  mkdirSync(options.logDir, { recursive: true, mode: 0o700 });
  const stop = async (chosen: Supervised[], timeoutMs: number) => {
    await Promise.all(chosen.map((one) => one.stop(timeoutMs)));
  };
  return {
    start: async (specs) => {
      const started = specs.map((spec) => supervise(spec, options));
      for (const one of started) supervised.set(one.spec.name, one);
      await Promise.all(started.map((one) => one.start()));
    },
    restart: async (name, timeoutMs) => supervised.get(name)?.restart(timeoutMs),
    running: () =>
      [...supervised.values()].flatMap(({ spec, launched }) => {
        const pid = launched()?.identity.pid;
        return pid ? [{ name: spec.name, pid, url: spec.url, ...(spec.metrics && { metrics: spec.metrics }) }] : [];
      }),
    stop: (specs, timeoutMs) =>
      stop(
        specs.flatMap(({ name }) => supervised.get(name) ?? []),
        timeoutMs,
      ),
    stopAll: (timeoutMs) => stop([...supervised.values()], timeoutMs),
  };
}
