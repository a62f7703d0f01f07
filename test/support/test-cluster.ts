import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withRedisUser } from '@vitae/local/redis/redis-users';
import { hasExited, onOutput, stopChild } from './child-process.ts';
import {
  type ClusterPlan,
  type ClusterSize,
  entryOf,
  type ProcessSpec,
  type Proxies,
  planCluster,
} from './cluster-plan.ts';
import { type CommandLine, createCommandLine } from './command-line.ts';
import { projectRoot } from './project-root.ts';
import { startRedisCluster } from './redis-cluster.ts';
import { openS3OfRun, type S3Server } from './s3-server.ts';
import { removeData } from './sharding/violations-of-processes.ts';
import { until } from './until.ts';

type Demo = { companyId: number; key: string; secret: string; userId: number; cvIds: number[] };

/** The processes of a system, each started directly, with proxies between them that can inject faults. */
export type TestCluster = Proxies & {
  gateways: string[];
  sites: string[];
  demo: Demo;
  /** Without the proxy. */
  redisUrl: string;
  /** Without the proxy, with all permissions. */
  mongodbUri: string;
  /** Set if the files are in S3. */
  s3?: S3Server;
  process(name: string): ClusterProcess;
  /** The addresses of `/metrics` by the name of the process. */
  metrics: Record<string, string>;
  vitae: CommandLine;
  /** The settings of the command line, with the public URLs of the first gateway. */
  environment: NodeJS.ProcessEnv;
  /** Output of all processes. */
  output(): string;
  stop(): Promise<void>;
};

type ClusterProcess = {
  pid(): number;
  signal(signal: NodeJS.Signals): void;
  /** Stops the process with the signal and starts it, with changed settings if there are any. */
  restart(signal?: NodeJS.Signals, settings?: NodeJS.ProcessEnv): Promise<void>;
  /** Replaces the process with that of another release. */
  replace(release: string): Promise<void>;
};

export type TestClusterOptions = ClusterSize & {
  /** Stores files in S3. Default: whether VITAE_TEST_STORE is s3. */
  s3?: boolean;
  /** Fills MongoDB and the bucket before the other processes start; `demo` describes the restored data. */
  restored?: { restore(mongodbUri: string, s3: S3Server | undefined): Promise<void>; demo: Demo };
};

const START_TIMEOUT_MS = 240_000;
const MAX_START_ATTEMPTS = 4;

export async function startTestCluster(options: TestClusterOptions = {}): Promise<TestCluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitae-cluster-'));
  await mkdir(join(dataDir, 'mongodb'));
  await mkdir(join(dataDir, 'redis'));
  const s3 = await openS3OfRun(options.s3);
  const redisCluster = process.env.VITAE_TEST_REDIS === 'cluster' ? await startRedisCluster() : undefined;
  const redis = redisCluster && { REDIS_URL: withRedisUser(redisCluster.url, 'gateway') };
  const environment = { ...s3?.environment, ...redis, ...options.environment };
  const plan = await planCluster(dataDir, { ...options, environment });
  const processes = createProcesses();
  const settings = { ...plan.environment, PORT: String(plan.gatewayPorts[0] ?? 0), DATA_DIR: '/nonexistent' };
  const vitae = createCommandLine(settings, options.release);
  const stop = async () => {
    vitae.close();
    for (const stage of [...plan.stages.toReversed(), plan.databases])
      await Promise.all(stage.map(({ name }) => processes.stop(name, name === 'mongodb' ? 'SIGKILL' : 'SIGTERM')));
    for (const proxy of Object.values(plan.proxies)) proxy.close();
    await redisCluster?.stop();
    await s3?.close();
    await removeData(dataDir);
  };
  try {
    await Promise.all(plan.databases.map(processes.start));
    await options.restored?.restore(plan.mongodbUri, s3);
    for (const stage of plan.stages) await Promise.all(stage.map(processes.start));
    return {
      ...plan.proxies,
      gateways: plan.gatewayPorts.map((port) => `http://127.0.0.1:${port}`),
      sites: plan.sitePorts.map((port) => `http://127.0.0.1:${port}`),
      demo: options.restored?.demo ?? (await createDemo(vitae)),
      redisUrl: redisCluster?.url ?? plan.redisUrl,
      mongodbUri: plan.mongodbUri,
      ...(s3 && { s3 }),
      process: (name) => clusterProcess(plan, processes, name),
      metrics: Object.fromEntries(
        plan.stages.flat().map(({ name, metricsPort }) => [name, `127.0.0.1:${metricsPort}`]),
      ),
      vitae,
      environment: settings,
      output: processes.output,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Processes = ReturnType<typeof createProcesses>;

function createProcesses() {
  const children = new Map<string, ChildProcess>();
  let output = '';
  // As under a supervisor, a process that exits while it starts is restarted.
  const start = async (spec: ProcessSpec, attempt = 1): Promise<void> => {
    const child = spawn(spec.command, spec.args, { env: spec.env, stdio: ['ignore', 'pipe', 'pipe'] });
    children.set(spec.name, child);
    onOutput(child, (text) => {
      output += text;
    });
    const ready = async () => {
      if (!hasExited(child)) await spec.ready();
      return true;
    };
    await until(`${spec.name} to be ready`, ready, START_TIMEOUT_MS);
    if (!hasExited(child)) return;
    if (attempt === MAX_START_ATTEMPTS) throw new Error(`${spec.name} exited:\n${output.slice(-2_000)}`);
    await start(spec, attempt + 1);
  };
  const stop = async (name: string, signal: NodeJS.Signals) => {
    const child = children.get(name);
    if (child) await stopChild(child, signal);
  };
  return {
    start: (spec: ProcessSpec) => start(spec),
    stop,
    child: (name: string) => children.get(name),
    output: () => output,
  };
}

function clusterProcess(plan: ClusterPlan, processes: Processes, name: string): ClusterProcess {
  const spec = [plan.databases, ...plan.stages].flat().find((one) => one.name === name);
  if (!spec) throw new Error(`There is no process ${name}`);
  const child = () => processes.child(name) as ChildProcess;
  const restart = async (signal: NodeJS.Signals = 'SIGTERM', settings: NodeJS.ProcessEnv = {}) => {
    await processes.stop(name, signal);
    await processes.start({ ...spec, env: { ...spec.env, ...settings } });
  };
  return {
    pid: () => child().pid as number,
    signal: (signal) => void child().kill(signal),
    restart,
    replace: async (release) => {
      if (!spec.folder) throw new Error(`${name} is not a process of Vitae`);
      spec.args[spec.args.length - 1] = entryOf(spec.folder, release);
      await restart();
    },
  };
}

async function createDemo(vitae: CommandLine): Promise<Demo> {
  const { id } = await vitae<{ id: number }>('company', 'create', '--name', 'Acme');
  const company = String(id);
  await vitae('company', 'set-limits', '--company', company, '--standard', '1000000', '--intensive', '100000');
  const { key, secret } = await vitae<{ key: string; secret: string }>('key', 'create', '--company', company);
  const names = ['--username', 'ada', '--email', 'ada@example.com', '--firstname', 'Ada', '--lastname', 'Lovelace'];
  const { id: userId } = await vitae<{ id: number }>('user', 'create', '--company', company, ...names);
  const sample = join(projectRoot, 'deploy/local/examples/sample.resume.json');
  const cvs = await vitae<{ id: number }[]>('cv', 'import', '--user', String(userId), sample, sample);
  return { companyId: id, key, secret, userId, cvIds: cvs.map((cv) => cv.id) };
}
