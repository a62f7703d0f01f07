import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { masterKeys } from './data-dir/master-keys.ts';
import { type Demo, type Run, removeRun, writeRun } from './data-dir/run-file.ts';
import { setAside } from './data-dir/set-aside.ts';
import { type Databases, planDatabases, provideParts } from './databases.ts';
import { refuseFullDisk } from './disk.ts';
import type { StartOptions } from './options.ts';
import { deployedServices } from './processes/deployables.ts';
import { type Ledger, openLedger } from './processes/ledger.ts';
import { gatewaySettings, type Plan, type PlanOptions, planProcesses } from './processes/plan.ts';
import { choosePorts } from './processes/ports.ts';
import { createSupervisor, type Supervisor } from './processes/supervisor.ts';
import { requirements } from './programs/requirements.ts';
import { projectRoot } from './project-root.ts';
import type { LocalSettings } from './settings.ts';
import type { SetupError } from './setup-error.ts';
import type { Terminal } from './terminal/terminal.ts';

export type SystemOptions = {
  settings: LocalSettings;
  options: Pick<StartOptions, 'gateways' | 'workers' | 'fresh'>;
  /** What the processes inherit. */
  environment: NodeJS.ProcessEnv;
  terminal: Terminal;
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
const STOP_OUTSIDE_MS = 2_000;
const STOP_SERVICES_MS = 1_000;
const STOP_DATABASES_MS = 1_500;

type Prepared = { databases: Databases; plan: Plan; planOptions: PlanOptions };

export function createSystem({ settings, options, environment, terminal, onLost }: SystemOptions): System {
  const dataDir = settings.DATA_DIR;
  let ledger: Ledger | undefined;
  let supervisor: Supervisor | undefined;
  let prepared: Prepared | undefined;
  let demo: Demo | undefined;
  let stopping: Promise<void> | undefined;

  const run = (): Run => {
    if (!prepared || !supervisor) throw new Error('The system has not been started');
    return {
      gateways: prepared.planOptions.ports.gateways.map((port) => `http://localhost:${port}`),
      mongodbUri: prepared.databases.mongodbUri,
      redisUrl: prepared.databases.redisUrl,
      processes: supervisor.running(),
      ...(demo ? { demo } : {}),
    };
  };
  const publish = () => writeRun(dataDir, run());

  const prepare = async (): Promise<Prepared> => {
    const wishes = {
      host: settings.HOST,
      port: settings.PORT,
      gateways: options.gateways,
      workers: options.workers,
      services: deployedServices(projectRoot),
    };
    const ports = await choosePorts(wishes);
    const all = requirements(settings, environment);
    const parts = await provideParts(all, [all.browser, all.office, all.fonts, all.poppler], {
      settings,
      environment,
      terminal,
    });
    const databases = await planDatabases(parts, all, ports, { settings, environment, terminal });
    const planOptions: PlanOptions = {
      root: projectRoot,
      node: process.execPath,
      host: settings.HOST,
      ports,
      mongodbUri: databases.mongodbUri,
      redisUrl: databases.redisUrl,
      environment,
      masterKeys: settings.MASTER_KEYS ?? masterKeys(dataDir, new Date()),
      browser: parts.programs.get(all.browser),
      soffice: parts.programs.get(all.office),
    };
    return { databases, planOptions, plan: planProcesses(planOptions) };
  };

  const start = async (): Promise<void> => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    await refuseFullDisk(dataDir);
    ledger = await openLedger(dataDir, terminal);
    removeRun(dataDir);
    const aside = options.fresh && setAside(dataDir, new Date());
    if (aside) terminal.say(`The old data are in ${aside}`);
    prepared = await prepare();
    const { databases, plan } = prepared;
    supervisor = createSupervisor({
      family: ledger.family,
      logDir: join(dataDir, 'logs'),
      terminal,
      onLaunched: ledger.add,
      onGone: ledger.remove,
      onRestarted: publish,
      onLost,
    });
    for (const [title, specs] of stagesOf(databases, plan)) {
      if (stopping) return;
      await terminal.step(`${title} (${specs.map(({ name }) => name).join(', ')})`, () =>
        (supervisor as Supervisor).start(specs),
      );
    }
    publish();
  };

  const stopAll = async (): Promise<void> => {
    if (!ledger) return; // refused: what runs on the folder is another's
    removeRun(dataDir);
    if (prepared && supervisor) {
      const { plan, databases } = prepared;
      await supervisor.stop(plan.outside, STOP_OUTSIDE_MS);
      await supervisor.stop(plan.services, STOP_SERVICES_MS);
      await supervisor.stop(databases.specs, STOP_DATABASES_MS);
    }
    await ledger.close();
  };

  return {
    start,
    run,
    commandSettings: () =>
      prepared ? { ...environment, ...gatewaySettings(prepared.planOptions), DATA_DIR: dataDir } : environment,
    announceDemo: (made) => {
      demo = made;
      publish();
    },
    stop: () => (stopping ??= stopAll()),
  };
}

const stagesOf = (databases: Databases, plan: Plan) =>
  (
    [
      ['Databases', databases.specs],
      ['Services', plan.services],
      ['Export and gateway', plan.outside],
    ] as const
  ).filter(([, specs]) => specs.length > 0);
