import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planDatabases, provideParts } from '../databases.ts';
import { refuseFullDisk } from '../disk.ts';
import { anyFreePort } from '../free-port.ts';
import { endProcesses } from '../processes/end-processes.ts';
import { type Ledger, openLedger } from '../processes/ledger.ts';
import { createSupervisor, type Supervisor } from '../processes/supervisor.ts';
import { requirements } from '../programs/requirements.ts';
import { projectRoot } from '../project-root.ts';
import { readSettings } from '../settings.ts';
import { sentenceFor } from '../setup-error.ts';
import { onStopSignal } from '../stop-signal.ts';
import { createTerminal } from '../terminal/terminal.ts';
import { createRunAttached, type RunAttached, runFamily } from './run-attached.ts';

const HOST = '127.0.0.1';
const STOP_WITHIN_MS = 3_000;

export type Work = (run: RunAttached, env: NodeJS.ProcessEnv) => Promise<number>;

/**
 * Does `work` with a MongoDB and a Redis of its own, whose data are thrown away, and with the paths of the browser, of
 * LibreOffice and of these two in the environment. Ends this process with the status that `work` answers.
 */
export async function withParts(work: Work): Promise<never> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitae-parts-'));
  const terminal = createTerminal(process.stderr, process.env);
  let ledger: Ledger | undefined;
  let supervisor: Supervisor | undefined;
  let ending: Promise<never> | undefined;
  const end = (status: number): Promise<never> => {
    ending ??= (async () => {
      if (ledger) {
        await endProcesses([], runFamily(ledger), STOP_WITHIN_MS);
        await supervisor?.stopAll(STOP_WITHIN_MS);
        await ledger.close();
      }
      await rm(dataDir, { recursive: true, force: true });
      process.exit(status);
    })();
    return ending;
  };
  const fail = (error: unknown) => {
    if (!ending) process.stderr.write(`\n${sentenceFor(error)}\n`);
    return end(1);
  };
  onStopSignal(() => void end(130));

  try {
    const settings = { ...readSettings(process.env, projectRoot), DATA_DIR: dataDir };
    ledger = await openLedger(dataDir, terminal);
    await refuseFullDisk(dataDir);
    supervisor = createSupervisor({
      family: ledger.family,
      logDir: join(dataDir, 'logs'),
      terminal,
      onLaunched: ledger.add,
      onGone: ledger.remove,
      onRestarted: () => undefined,
      onLost: (error) => void fail(error),
    });
    const started = supervisor;
    const all = requirements(settings, process.env);
    const options = { settings, environment: process.env, terminal };
    const parts = await provideParts(all, [all.redis, all.browser, all.office, all.fonts, all.poppler], options);
    const databases = await planDatabases(
      parts,
      all,
      { mongod: await anyFreePort(HOST), redis: await anyFreePort(HOST) },
      options,
    );
    await terminal.step('Databases', () => started.start(databases.specs));
    const status = await work(createRunAttached(ledger), {
      ...process.env,
      MONGODB_URI: databases.mongodbUri,
      REDIS_URL: databases.redisUrl,
      ...defined({
        MONGOD_BINARY: parts.mongod,
        REDIS_SERVER_BINARY: parts.programs.get(all.redis),
        PUPPETEER_EXECUTABLE_PATH: parts.programs.get(all.browser),
        SOFFICE_BINARY: parts.programs.get(all.office),
      }),
    });
    return await end(status);
  } catch (error) {
    return fail(error);
  }
}

const defined = (values: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
