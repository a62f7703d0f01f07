import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from './free-port.ts';
import { until } from './until.ts';

export const projectRoot = join(
  import.meta.dirname,
  ...(import.meta.dirname.endsWith(join('dist', 'support')) ? ['..', '..', '..'] : ['..', '..']),
);
const run = promisify(execFile);

/** `.vitae/run.json`, as docs/running.md has it. */
export type RunFile = {
  gateways: string[];
  mongodbUri: string;
  redisUrl: string;
  processes: { name: string; pid: number; url: string }[];
  demo?: {
    companyId: number;
    key: string;
    secret: string;
    admin: { email: string; password: string };
    owner: { userId: number; username: string; password: string };
    cvIds: number[];
    signedUrl: string;
  };
};

export type SystemOptions = { gateways?: number; workers?: number; demo?: boolean; environment?: NodeJS.ProcessEnv };

export type System = {
  dataDir: string;
  /** The first gateway's address. */
  url: string;
  output(): string;
  runFile(): Promise<RunFile>;
  /** One command of the command line; answers its JSON. */
  vitae<T = Record<string, unknown>>(...args: string[]): Promise<T>;
  /** A signed URL; `path` may carry a query. */
  sign(method: string, path: string, key: { key: string; secret: string }, gateway?: string): Promise<string>;
  kill(name: string, signal?: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
};

/** Starts the whole system as `npm start` does, with MongoDB, Redis and data of its own. */
export async function startSystem(options: SystemOptions = {}): Promise<System> {
  const { gateways = 1, workers = 1, demo = true } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'vitae-system-'));
  const port = await freePorts(gateways);
  const { MONGODB_URI: _mongo, REDIS_URL: _redis, ...inherited } = process.env;
  const environment = {
    ...inherited,
    NODE_OPTIONS: '',
    DATA_DIR: dataDir,
    PORT: String(port),
    NO_COLOR: '1',
    // The first file of a format takes its time on a busy machine, and is what was asked for all the same.
    EXPORT_WAIT_MS: '60000',
    ...options.environment,
  };
  const args = [
    join(projectRoot, 'deploy/local/dist/main.js'),
    '--gateways',
    String(gateways),
    '--workers',
    String(workers),
  ];
  const launcher = spawn(process.execPath, demo ? args : [...args, '--no-demo'], {
    cwd: projectRoot,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [launcher.stdout, launcher.stderr]) stream.on('data', (bytes) => (output += String(bytes)));
  const ended = new Promise<void>((resolve) => launcher.once('exit', () => resolve()));

  const stop = async () => {
    if (launcher.exitCode === null) launcher.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  const ready = until(
    'Vitae is ready',
    () => {
      if (launcher.exitCode !== null) return 'ended';
      return /^Vitae is ready/m.test(output) && 'ready';
    },
    300_000,
  );
  if ((await ready.catch(() => 'late')) !== 'ready') {
    await stop();
    throw new Error(`The system did not start:\n${output}`);
  }

  const runFile = async () => JSON.parse(await readFile(join(dataDir, 'run.json'), 'utf8')) as RunFile;
  const url = `http://localhost:${port}`;
  const vitae: System['vitae'] = async (...command) => {
    const cli = join(projectRoot, 'gateway/dist/cli/main.js');
    const { stdout } = await run(process.execPath, [cli, ...command, '--json'], {
      env: environment,
      maxBuffer: 64 * 1024 * 1024,
    });
    return JSON.parse(stdout);
  };
  return {
    dataDir,
    url,
    output: () => output,
    runFile,
    vitae,
    sign: async (method, path, { key, secret }, gateway = url) =>
      (await vitae<{ url: string }>('sign', '--key', key, '--secret', secret, method, `${gateway}${path}`)).url,
    kill: async (name, signal = 'SIGKILL') => {
      const process_ = (await runFile()).processes.find((one) => one.name === name);
      if (!process_) throw new Error(`No process ${name} in run.json`);
      process.kill(process_.pid, signal);
    },
    stop,
  };
}
