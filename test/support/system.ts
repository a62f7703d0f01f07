import { spawn } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onOutput } from './child-process.ts';
import { type CommandLine, createCommandLine } from './command-line.ts';
import { freePorts } from './free-port.ts';
import { projectRoot } from './project-root.ts';
import { startRedisCluster } from './redis-cluster.ts';
import { openS3OfRun, type S3Server } from './s3-server.ts';
import { checkingQueries, removeData } from './sharding/violations-of-processes.ts';
import { until } from './until.ts';

/** Content of `.vitae/run.json` (docs/running.md). */
export type RunFile = {
  gateways: string[];
  mongodbUri: string;
  redisUrl: string;
  processes: { name: string; pid: number; url: string; metrics?: string }[];
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

export type SystemOptions = {
  gateways?: number;
  workers?: number;
  demo?: boolean;
  environment?: NodeJS.ProcessEnv;
  /** VITAE_TEST_REDIS by default: all systems can be tested on a cluster. */
  redis?: 'single' | 'cluster';
};

export type System = {
  dataDir: string;
  /** Base URL of the first gateway. */
  url: string;
  /** Set if the files are in S3. */
  s3?: S3Server;
  output(): string;
  runFile(): Promise<RunFile>;
  vitae: CommandLine;
  /** Returns a signed URL; `path` may contain a query. */
  sign(method: string, path: string, key: { key: string; secret: string }, gateway?: string): Promise<string>;
  kill(name: string, signal?: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
};

/** Starts the complete system as `npm start` does, with separate databases. */
export async function startSystem(options: SystemOptions = {}): Promise<System> {
  const { gateways = 1, workers = 1, demo = true, redis = process.env.VITAE_TEST_REDIS } = options;
  const redisCluster = redis === 'cluster' ? await startRedisCluster() : undefined;
  const dataDir = await mkdtemp(join(tmpdir(), 'vitae-system-'));
  const port = await freePorts(gateways);
  const { MONGODB_URI: _mongo, REDIS_URL: _redis, ...inherited } = process.env;
  const s3 = await openS3OfRun();
  const environment = {
    ...inherited,
    ...s3?.environment,
    ...checkingQueries(dataDir),
    DATA_DIR: dataDir,
    PORT: String(port),
    NO_COLOR: '1',
    // The first export of a format is slow on a busy machine.
    EXPORT_WAIT_MS: '60000',
    ...(redisCluster && { REDIS_URL: redisCluster.url }),
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
  onOutput(launcher, (text) => {
    output += text;
  });
  const exited = new Promise<void>((resolve) => launcher.once('exit', () => resolve()));
  const vitae = createCommandLine(environment);
  const stop = async () => {
    vitae.close();
    if (launcher.exitCode === null) launcher.kill('SIGTERM');
    await exited;
    await redisCluster?.stop();
    await s3?.close();
    await removeData(dataDir);
  };
  const isStarted = () => (launcher.exitCode === null ? /^Vitae is ready/m.test(output) && 'ready' : 'exited');
  if ((await until('Vitae to be ready', isStarted, 300_000).catch(() => 'late')) !== 'ready') {
    await stop();
    throw new Error(`The system did not start:\n${output}`);
  }

  const runFile = async () => JSON.parse(await readFile(join(dataDir, 'run.json'), 'utf8')) as RunFile;
  const url = `http://localhost:${port}`;
  return {
    dataDir,
    url,
    ...(s3 && { s3 }),
    output: () => output,
    runFile,
    vitae,
    sign: async (method, path, { key, secret }, gateway = url) =>
      (await vitae<{ url: string }>('sign', '--key', key, '--secret', secret, method, `${gateway}${path}`)).url,
    kill: async (name, signal = 'SIGKILL') => {
      const target = (await runFile()).processes.find((one) => one.name === name);
      if (!target) throw new Error(`No process ${name} in run.json`);
      process.kill(target.pid, signal);
    },
    stop,
  };
}
