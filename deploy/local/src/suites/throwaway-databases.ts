import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireDiskSpace } from '../disk-space.ts';
import { ensureInstalled, planDatabases } from '../plan-databases.ts';
import { createPortChooser } from '../ports/port-chooser.ts';
import { endProcesses } from '../processes/end-processes.ts';
import { openPidFile } from '../processes/pid-file.ts';
import { createSupervisor } from '../processes/supervisor.ts';
import { describeRequirements } from '../programs/requirements.ts';
import type { LocalSettings } from '../settings.ts';
import type { SetupError } from '../setup-error.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { attachedGroup, createRunAttached, type RunAttached } from './run-attached.ts';

const HOST = '127.0.0.1';
const STOP_TIMEOUT_MS = 3_000;

/** A MongoDB and a Redis whose data are thrown away, and the programs that tests need. */
export type ThrowawayDatabases = {
  /** Starts them; answers with the environment that names them all. */
  start(): Promise<NodeJS.ProcessEnv>;
  /** Runs a program that ends with them. */
  run: RunAttached;
  stop(): Promise<void>;
};

type Options = {
  settings: LocalSettings;
  environment: NodeJS.ProcessEnv;
  terminal: Terminal;
  onLost(error: SetupError): void;
};

export async function openThrowawayDatabases({
  settings: given,
  environment,
  terminal,
  onLost,
}: Options): Promise<ThrowawayDatabases> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitae-parts-'));
  const settings = { ...given, DATA_DIR: dataDir };
  await requireDiskSpace(dataDir);
  const inside = createPortChooser(HOST);
  const ledger = await openPidFile(dataDir, terminal);
  const supervisor = createSupervisor({
    group: ledger.group,
    logDir: join(dataDir, 'logs'),
    terminal,
    onLaunched: ledger.add,
    onExited: ledger.remove,
    onRestarted: () => undefined,
    onLost,
  });

  const start = async (): Promise<NodeJS.ProcessEnv> => {
    const all = describeRequirements(settings, environment);
    const options = { settings, environment, terminal };
    const parts = await ensureInstalled(
      all,
      [all.redis, all.browser, all.office, all.fonts, all.poppler, all.procps, all.curl, all.haproxy, all.nginx],
      options,
    );
    const ports = { mongod: await inside.choose(), redis: await inside.choose() };
    const databases = await planDatabases(parts, all, ports, options);
    await terminal.step('Databases', () => supervisor.start(databases.specs));
    const named = {
      MONGODB_URI: databases.mongodbUri,
      REDIS_URL: databases.redisUrl,
      MONGOD_BINARY: parts.mongod,
      REDIS_SERVER_BINARY: parts.programs.get(all.redis),
      PUPPETEER_EXECUTABLE_PATH: parts.programs.get(all.browser),
      SOFFICE_BINARY: parts.programs.get(all.office),
    };
    return { ...environment, ...Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)) };
  };
  const stop = async (): Promise<void> => {
    await endProcesses([], attachedGroup(ledger), STOP_TIMEOUT_MS);
    await supervisor.stopAll(STOP_TIMEOUT_MS);
    await ledger.close();
    inside.release();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { start, run: createRunAttached(ledger), stop };
}
