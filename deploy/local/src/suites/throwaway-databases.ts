import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireDiskSpace } from '../disk-space.ts';
import { ensureInstalled, type InstalledPrograms, planDatabases } from '../plan-databases.ts';
import { createPortChooser } from '../ports/port-chooser.ts';
import { endProcesses } from '../processes/end-processes.ts';
import { openPidFile } from '../processes/pid-file.ts';
import { createSupervisor } from '../processes/supervisor.ts';
import { ensureGoProgram } from '../programs/go-program.ts';
import { type Language, languageRequirements } from '../programs/languages.ts';
import { ensurePythonPackages } from '../programs/python-packages.ts';
import { describeRequirements, type Requirement, type Requirements } from '../programs/requirements.ts';
import { ensureValkey } from '../programs/valkey.ts';
import { ensureVeraPdf } from '../programs/vera-pdf.ts';
import { compileCacheIn, projectRoot } from '../project-root.ts';
import type { LocalSettings } from '../settings.ts';
import type { SetupError } from '../setup-error.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { attachedGroup, createRunAttached, type RunAttached } from './run-attached.ts';
import type { Requires, TestTools } from './test-files.ts';

const HOST = '127.0.0.1';
const STOP_TIMEOUT_MS = 3_000;

/** A MongoDB and a Redis whose data is deleted at the end. */
export type ThrowawayDatabases = {
  /** Installs and starts what is required; resolves with the environment that contains all addresses and paths. */
  start(requires: Requires, tools?: TestTools): Promise<NodeJS.ProcessEnv>;
  /** Runs a program that does not outlive the databases. */
  run: RunAttached;
  stop(): Promise<void>;
};

type Options = {
  settings: LocalSettings;
  environment: NodeJS.ProcessEnv;
  terminal: Terminal;
  /** A database could not be restarted. */
  onLost(error: SetupError): void;
};

export async function openThrowawayDatabases(given: Options): Promise<ThrowawayDatabases> {
  const { environment, terminal } = given;
  const dataDir = await mkdtemp(join(tmpdir(), 'vitae-databases-'));
  const options = { environment, terminal, settings: { ...given.settings, DATA_DIR: dataDir } };
  const inside = createPortChooser(HOST);
  const pidFile = await openPidFile(dataDir, terminal);
  const supervisor = createSupervisor({
    group: pidFile.group,
    logDir: join(dataDir, 'logs'),
    terminal,
    onLaunched: pidFile.add,
    onExited: pidFile.remove,
    onRestarted: () => undefined,
    onLost: given.onLost,
  });

  const start = async (
    requires: Requires,
    tools: TestTools = { s3: false, valkey: false, veraPdf: false, openXml: false, languages: false },
  ): Promise<NodeJS.ProcessEnv> => {
    if (requires === 'nothing') return environment;
    const s3 = tools.s3 ? { VERSITYGW_BINARY: await ensureS3Server(options) } : {};
    const valkey = tools.valkey ? { VALKEY_SERVER_BINARY: await ensureValkeyServer(options) } : {};
    await requireDiskSpace(dataDir);
    const all = describeRequirements(options.settings, environment);
    const languages = languagesOf(tools, environment.PATH);
    const optional = [...(tools.veraPdf ? [all.java] : []), ...Object.values(languages)];
    const extra = requires === 'databases' ? optional : [...programsOfTests(all), ...optional];
    const installed = await ensureInstalled(all, extra, options);
    const veraPdf = tools.veraPdf ? { VERAPDF_JAR: await ensureValidator(options) } : {};
    const ports = { mongod: await inside.choose(), redis: await inside.choose() };
    const databases = await planDatabases(installed, all, ports, options);
    await terminal.step('Databases', () => supervisor.start(databases.specs));
    const interpreters = interpretersOf(languages, installed);
    const openXml = tools.openXml ? { OPENXML_AUDIT_PYTHON: await ensureAudit(interpreters, options) } : {};
    return {
      ...environment,
      // The systems under test start many processes, and each loads about a thousand modules.
      NODE_COMPILE_CACHE: compileCacheIn(projectRoot),
      ...s3,
      ...valkey,
      ...veraPdf,
      ...openXml,
      ...interpreters,
      ...(await environmentOf(databases, installed, all)),
    };
  };
  const stop = async (): Promise<void> => {
    await endProcesses([], attachedGroup(pidFile), STOP_TIMEOUT_MS);
    await supervisor.stopAll(STOP_TIMEOUT_MS);
    await pidFile.close();
    inside.release();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { start, run: createRunAttached(pidFile), stop };
}

/** The S3 server of the tests. A failure fails the run: S3 must not be left untested. */
const S3_SERVER = { command: 'github.com/versity/versitygw/cmd/versitygw', version: '1.8.0' };

type ToolOptions = Pick<Options, 'settings' | 'environment' | 'terminal'>;

async function ensureS3Server({ settings, environment, terminal }: ToolOptions) {
  const { VERSITYGW_BINARY, PATH } = environment;
  if (VERSITYGW_BINARY) return VERSITYGW_BINARY;
  return terminal.step('S3 server (built once)', () => ensureGoProgram(settings.cacheDir, S3_SERVER, PATH));
}

async function ensureValkeyServer({ settings, environment, terminal }: ToolOptions) {
  const { VALKEY_SERVER_BINARY, PATH } = environment;
  if (VALKEY_SERVER_BINARY) return VALKEY_SERVER_BINARY;
  return terminal.step('Valkey (installed once)', () => ensureValkey(settings.cacheDir, PATH));
}

async function ensureValidator({ settings, environment, terminal }: ToolOptions) {
  if (environment.VERAPDF_JAR) return environment.VERAPDF_JAR;
  return terminal.step('veraPDF (downloaded once)', () => ensureVeraPdf(settings.cacheDir));
}

/** Returns an interpreter with openxml-audit. */
async function ensureAudit(
  { PYTHON_BINARY: python }: NodeJS.ProcessEnv,
  { settings, environment, terminal }: ToolOptions,
) {
  if (environment.OPENXML_AUDIT_PYTHON) return environment.OPENXML_AUDIT_PYTHON;
  if (!python) throw new Error('No Python was installed');
  const requirements = join(projectRoot, 'test/word-schema/requirements.txt');
  return terminal.step('openxml-audit (installed once)', () =>
    ensurePythonPackages({ cacheDir: settings.cacheDir, name: 'openxml-audit', requirements, python }),
  );
}

const programsOfTests = (all: Requirements) => [
  all.redis,
  all.browser,
  all.office,
  all.fonts,
  all.poppler,
  all.procps,
  all.curl,
  all.haproxy,
  all.nginx,
];

function languagesOf({ languages, openXml }: TestTools, path: string | undefined) {
  const { python, ...others } = languageRequirements(path);
  const used: Partial<Record<Language, Requirement>> = languages ? { python, ...others } : openXml ? { python } : {};
  return used;
}

/** The paths of the interpreters that have the required libraries, which may not be the first on the PATH. */
const interpretersOf = (
  languages: Partial<Record<Language, Requirement>>,
  { programs }: InstalledPrograms,
): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(languages).map(([language, one]) => [`${language.toUpperCase()}_BINARY`, programs.get(one)]),
  );

async function environmentOf(
  { mongodbUri, redisUrl }: { mongodbUri: string; redisUrl: string },
  { mongod, programs }: InstalledPrograms,
  all: Requirements,
): Promise<NodeJS.ProcessEnv> {
  const values = {
    MONGODB_URI: mongodbUri,
    REDIS_URL: redisUrl,
    MONGOD_BINARY: mongod,
    REDIS_SERVER_BINARY: programs.get(all.redis),
    // Also found where they are not required, for the tests of one service that use them.
    PUPPETEER_EXECUTABLE_PATH: programs.get(all.browser) ?? (await all.browser.find()),
    SOFFICE_BINARY: programs.get(all.office) ?? (await all.office.find()),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
