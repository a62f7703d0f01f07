import type { ProcessSpec } from '../processes/process-spec.ts';
import { messageFor, SetupError } from '../setup-error.ts';
import type { System } from '../system.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { dependsOn, type PackageGraph } from './package-graph.ts';

export type RestartOptions = {
  system: Pick<System, 'stages' | 'restart'>;
  graph: PackageGraph;
  /** Builds what has changed; rejects with the message of the compiler. */
  build(): Promise<unknown>;
  terminal: Pick<Terminal, 'say' | 'warn'>;
};

const LAUNCHER = 'deploy/local';
const GUIDES = 'docs';

/**
 * Builds and restarts the processes that run the changed code. Changes that arrive during a restart are handled after
 * it, together. After a failed build or start, the next change retries the processes that are affected by both.
 */
export function createRestarter(options: RestartOptions): (files: string[]) => Promise<void> {
  const pending = new Set<string>();
  const failed = new Set<string>();
  let running: Promise<void> | undefined;

  const handlePending = async () => {
    while (pending.size > 0) {
      const changed = new Set([...failed, ...pending]);
      pending.clear();
      failed.clear();
      if (!(await restartDependents(options, changed))) for (const folder of changed) failed.add(folder);
    }
  };

  return (files) => {
    for (const file of files) pending.add(packageOf(file, options.graph));
    running ??= handlePending().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** Returns whether the build and all restarts succeeded. */
async function restartDependents(options: RestartOptions, changed: ReadonlySet<string>): Promise<boolean> {
  const { system, graph, build, terminal } = options;
  const began = performance.now();
  if (changed.has(LAUNCHER)) terminal.warn('The launcher has changed: run "npm run dev" again to apply it');
  try {
    await build().catch((cause: Error) => {
      throw new SetupError(`The build failed.\n${cause.message}`, { cause });
    });
    const names: string[] = [];
    for (const stage of system.stages()) {
      const affected = stage.filter(({ folder }) => folder && dependsOn(graph, folder, changed));
      await restartAll(system, affected);
      names.push(...affected.map(({ name }) => name));
    }
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    if (names.length > 0)
      terminal.say(`${[...changed].join(', ')} changed: restarted ${names.join(', ')} (${seconds} s)`);
    return true;
  } catch (error) {
    terminal.warn(`${messageFor(error)}\nWaiting for the next change`);
    return false;
  }
}

async function restartAll(system: RestartOptions['system'], specs: ProcessSpec[]): Promise<void> {
  const results = await Promise.allSettled(specs.map(({ name }) => system.restart(name)));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

function packageOf(file: string, graph: PackageGraph): string {
  if (file.startsWith(`${GUIDES}/`)) return 'services/site';
  return [...graph.keys()].find((folder) => file.startsWith(`${folder}/`)) ?? file;
}
