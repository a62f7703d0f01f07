import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { archiveData } from './data-dir/archive-data.ts';
import { type Demo, type Run, removeRun, writeRun } from './data-dir/run-file.ts';
import { requireDiskSpace } from './disk-space.ts';
import { gatewaySettings } from './plan.ts';
import { createPortChooser } from './ports/port-chooser.ts';
import { type PreparedSystem, type PrepareOptions, prepareSystem } from './prepare-system.ts';
import { endProcesses } from './processes/end-processes.ts';
import { openPidFile, type PidFile } from './processes/pid-file.ts';
import type { ProcessSpec } from './processes/process-spec.ts';
import { GROUP_VARIABLE } from './processes/process-table.ts';
import { createSupervisor, type Supervisor } from './processes/supervisor.ts';
import type { SetupError } from './setup-error.ts';

type SystemOptions = Omit<PrepareOptions, 'options'> & {
  options: PrepareOptions['options'] & { /** Archives the data of earlier runs first. */ fresh: boolean };
  /** An essential process could not be restarted. */
  onLost(error: SetupError): void;
};

/** The whole system on this machine: databases, services, export workers, sites, gateways. */
export type System = {
  /**
   * Resolves when every process is ready. `stop` must be called even if it rejects.
   * @throws {SetupError} with the message for the user.
   */
  start(): Promise<void>;
  /** The processes other than databases, by stages: each depends on the ones before it. */
  stages(): ProcessSpec[][];
  /** Replaces one process, for example after a build. Rejects if the new one does not become ready. */
  restart(name: string): Promise<void>;
  /** The settings that connect the command line to this system. */
  commandSettings(): NodeJS.ProcessEnv;
  /** The current content of run.json. */
  run(): Run;
  /** Adds the demo data to run.json. */
  announceDemo(demo: Demo): void;
  /** Stops all processes in reverse order, in less than 5 s. */
  stop(): Promise<void>;
};

// Together less than 5 s, even if processes hang.
const STOP_TIMEOUT_MS = { outside: 2_000, services: 1_000, databases: 1_500, commands: 200 };
const RESTART_TIMEOUT_MS = 1_000;

type Running = PreparedSystem & { supervisor: Supervisor; pidFile: PidFile };

export function createSystem(options: SystemOptions): System {
  const dataDir = options.settings.DATA_DIR;
  const inside = createPortChooser('127.0.0.1');
  let pidFile: PidFile | undefined;
  let running: Running | undefined;
  let demo: Demo | undefined;
  let stopping: Promise<void> | undefined;

  const run = (): Run => describeRun(started(running), demo);
  const publish = () => writeRun(dataDir, run());
  const stop = async (): Promise<void> => {
    if (!pidFile) return; // another launcher runs on the folder
    removeRun(dataDir);
    if (running) await stopInOrder(running);
    await endProcesses([], pidFile.group, STOP_TIMEOUT_MS.commands); // commands that create demo data
    await pidFile.close();
    inside.release();
  };

  return {
    start: async () => {
      pidFile = await openDataDir(options);
      const prepared = await prepareSystem(options, inside);
      running = { ...prepared, pidFile, supervisor: openSupervisor(options, pidFile, publish) };
      for (const [title, specs] of stagesOf(prepared)) {
        if (stopping) return;
        const names = specs.map(({ name }) => name).join(', ');
        await options.terminal.step(`${title} (${names})`, () => started(running).supervisor.start(specs));
      }
      publish();
    },
    stages: () => Object.values(started(running).plan),
    restart: (name) => started(running).supervisor.restart(name, RESTART_TIMEOUT_MS),
    run,
    commandSettings: () => ({
      ...options.environment,
      ...gatewaySettings(started(running).planOptions),
      DATA_DIR: dataDir,
      [GROUP_VARIABLE]: `${started(running).pidFile.group}/command/`,
    }),
    announceDemo: (created) => {
      demo = created;
      publish();
    },
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** Locks the data folder for this launcher. With --fresh, archives its data. */
async function openDataDir({ settings, options, terminal }: Omit<SystemOptions, 'onLost'>): Promise<PidFile> {
  const dataDir = settings.DATA_DIR;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  await requireDiskSpace(dataDir);
  const pidFile = await openPidFile(dataDir, terminal);
  removeRun(dataDir);
  const archive = options.fresh && archiveData(dataDir, new Date());
  if (archive) terminal.say(`Archived the old data in ${archive}`);
  return pidFile;
}

function openSupervisor({ settings, terminal, onLost }: SystemOptions, pidFile: PidFile, onRestarted: () => void) {
  return createSupervisor({
    group: pidFile.group,
    logDir: join(settings.DATA_DIR, 'logs'),
    terminal,
    onLaunched: pidFile.add,
    onExited: pidFile.remove,
    onRestarted,
    onLost,
  });
}

function started(running: Running | undefined): Running {
  if (!running) throw new Error('The system has not been started');
  return running;
}

function describeRun({ planOptions, databases, supervisor }: Running, demo: Demo | undefined): Run {
  return {
    gateways: planOptions.ports.gateways.map((port) => `http://localhost:${port}`),
    mongodbUri: databases.mongodbUri,
    redisUrl: databases.redisUrl,
    processes: supervisor.running(),
    ...(demo ? { demo } : {}),
  };
}

/** The stages in the order in which they start: each waits until the one before is ready. */
function stagesOf({ databases, plan }: PreparedSystem): [string, ProcessSpec[]][] {
  const stages: [string, ProcessSpec[]][] = [
    ['Databases', databases.specs],
    ['Services', plan.services],
    ['Export and site', plan.workersAndSites],
    ['Gateway', plan.gateways],
  ];
  return stages.filter(([, specs]) => specs.length > 0);
}

async function stopInOrder({ supervisor, plan, databases }: Running): Promise<void> {
  await supervisor.stop([...plan.gateways, ...plan.workersAndSites], STOP_TIMEOUT_MS.outside);
  await supervisor.stop(plan.services, STOP_TIMEOUT_MS.services);
  await supervisor.stop(databases.specs, STOP_TIMEOUT_MS.databases);
}
