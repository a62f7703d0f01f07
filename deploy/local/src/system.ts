import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { archiveData } from './data-dir/archive-data.ts';
import { type Demo, type Run, removeRun, writeRun } from './data-dir/run-file.ts';
import { requireDiskSpace } from './disk-space.ts';
import { createPortChooser } from './ports/port-chooser.ts';
import { type PreparedSystem, type PrepareOptions, prepareSystem } from './prepare-system.ts';
import { endProcesses } from './processes/end-processes.ts';
import { openPidFile, type PidFile } from './processes/pid-file.ts';
import { gatewaySettings } from './processes/plan.ts';
import type { ProcessSpec } from './processes/process-spec.ts';
import { GROUP_VARIABLE } from './processes/process-table.ts';
import { createSupervisor, type Supervisor } from './processes/supervisor.ts';
import type { SetupError } from './setup-error.ts';

export type SystemOptions = Omit<PrepareOptions, 'options'> & {
  options: PrepareOptions['options'] & { /** The data of earlier runs are set aside first. */ fresh: boolean };
  /** A part that all need could not be brought back. */
  onLost(error: SetupError): void;
};

/** The whole system on this machine: databases, services, export workers, gateways. */
export type System = {
  /** Resolves when every process is ready; rejects with the sentence to show. Then `stop` is still to be called. */
  start(): Promise<void>;
  /** The settings by which the command line reaches it. */
  commandSettings(): NodeJS.ProcessEnv;
  /** What run.json says now. */
  run(): Run;
  /** From now on run.json names the demo data too. */
  announceDemo(demo: Demo): void;
  /** Ends all within 5 s, in the reverse order. */
  stop(): Promise<void>;
};

// Together under 5 s: a stop has to be over by then, whatever hangs.
const STOP_TIMEOUT_MS = { outside: 2_000, services: 1_000, databases: 1_500, rest: 200 };

type Running = PreparedSystem & { supervisor: Supervisor; ledger: PidFile };

export function createSystem({ onLost, ...options }: SystemOptions): System {
  const { settings, environment, terminal } = options;
  const dataDir = settings.DATA_DIR;
  const inside = createPortChooser('127.0.0.1');
  let ledger: PidFile | undefined;
  let running: Running | undefined;
  let demo: Demo | undefined;
  let stopping: Promise<void> | undefined;

  const run = (): Run => describeRun(started(running), demo);
  const publish = () => writeRun(dataDir, run());

  const start = async (): Promise<void> => {
    ledger = await openDataDir(options);
    const prepared = await prepareSystem(options, inside);
    const logDir = join(dataDir, 'logs');
    const { group: family, add: onLaunched, remove: onGone } = ledger;
    const supervisor = createSupervisor({
      group: family,
      logDir,
      terminal,
      onLaunched,
      onExited: onGone,
      onRestarted: publish,
      onLost,
    });
    running = { ...prepared, supervisor, ledger };
    for (const [title, specs] of stagesOf(prepared)) {
      if (stopping) return;
      await terminal.step(`${title} (${specs.map(({ name }) => name).join(', ')})`, () => supervisor.start(specs));
    }
    publish();
  };

  const stop = async (): Promise<void> => {
    if (!ledger) return; // refused: what runs on the folder is another's
    removeRun(dataDir);
    if (running) await stopInOrder(running);
    await endProcesses([], ledger.group, STOP_TIMEOUT_MS.rest); // a command of the demo data may still run
    await ledger.close();
    inside.release();
  };

  return {
    start,
    run,
    commandSettings: () => {
      const { planOptions, ledger: held } = started(running);
      return {
        ...environment,
        ...gatewaySettings(planOptions),
        DATA_DIR: dataDir,
        [GROUP_VARIABLE]: `${held.group}/command/`,
      };
    },
    announceDemo: (made) => {
      demo = made;
      publish();
    },
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** Makes the folder ours, with the data that shall be used in it. */
async function openDataDir({ settings, options, terminal }: Omit<SystemOptions, 'onLost'>): Promise<PidFile> {
  const dataDir = settings.DATA_DIR;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  await requireDiskSpace(dataDir);
  const ledger = await openPidFile(dataDir, terminal);
  removeRun(dataDir);
  const aside = options.fresh && archiveData(dataDir, new Date());
  if (aside) terminal.say(`The old data are in ${aside}`);
  return ledger;
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

/** What is started together; each stage when the one before is ready. */
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
