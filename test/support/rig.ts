import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringUpReplicaSet } from '@vitae/local/mongodb/replica-set';
import { type FaultyWire, startFaultyWire } from './faulty-wire.ts';
import { freePorts } from './free-port.ts';
import { createRunner, type Runner } from './runner.ts';
import { projectRoot } from './system.ts';
import { until } from './until.ts';

export type Demo = { companyId: number; key: string; secret: string; userId: number; cvIds: number[] };

/** The processes of a system, each started as an operator starts it, with wires between them that tests can spoil. */
export type Rig = {
  gateways: string[];
  demo: Demo;
  redis: FaultyWire;
  mongodb: FaultyWire;
  resume: FaultyWire;
  /** Around the wires. */
  redisUrl: string;
  mongodbUri: string;
  process(name: string): RigProcess;
  vitae: Runner;
  /** All that the processes wrote. */
  output(): string;
  stop(): Promise<void>;
};

export type RigProcess = {
  pid(): number;
  signal(signal: NodeJS.Signals): void;
  /** Starts it again, after its end. */
  restart(signal?: NodeJS.Signals): Promise<void>;
};

/** `replicas` of every service. */
export type RigOptions = {
  gateways?: number;
  replicas?: number;
  workers?: number;
  environment?: NodeJS.ProcessEnv;
  /** What export workers alone are told. */
  workerEnvironment?: Record<string, string>;
  /** What the databases hold before anything else starts, and whose data that is. */
  restored?: { restore(mongodbUri: string): Promise<void>; demo: Demo };
};

type Spec = { name: string; command: string; args: string[]; env: NodeJS.ProcessEnv; ready(): Promise<unknown> };

const HOST = '127.0.0.1';
const READY_WITHIN_MS = 240_000;
/** What supervises a process starts it again. */
const STARTS = 4;
const SERVICES = ['resume', 'preferences', 'metadata', 'comments', 'stats'] as const;

export async function startRig(options: RigOptions = {}): Promise<Rig> {
  const { gateways = 1, replicas = 1, workers = 0 } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'vitae-rig-'));
  let port = await freePorts(60);
  const next = () => port++;
  const redisPort = next();
  const mongodbPort = next();
  const wires = {
    redis: await startFaultyWire({ host: HOST, port: redisPort }),
    mongodb: await startFaultyWire({ host: HOST, port: mongodbPort }),
  };
  const services = SERVICES.flatMap((service) =>
    Array.from({ length: replicas }, (_, index) => ({
      service,
      name: index === 0 ? service : `${service}-${index + 1}`,
      grpc: next(),
      probe: next(),
    })),
  );
  const addressesOf = (service: string) =>
    services.filter((one) => one.service === service).map(({ grpc }) => `${HOST}:${grpc}`);
  const first = services.find(({ service }) => service === 'resume') as (typeof services)[number];
  const resume = await startFaultyWire({ host: HOST, port: first.grpc });
  const exports = Array.from({ length: workers }, (_, index) => ({ name: `export-${index + 1}`, http: next() }));
  const edges = Array.from({ length: gateways }, (_, index) => ({
    name: `gateway-${index + 1}`,
    http: next(),
    metrics: next(),
  }));
  const listOf = (addresses: string[]) =>
    addresses.length === 1 ? (addresses[0] as string) : `ipv4:${addresses.join(',')}`;
  const { MONGODB_URI: _mongo, REDIS_URL: _redis, NODE_OPTIONS: _node, ...inherited } = process.env;
  const secret = () => `test:${randomBytes(32).toString('base64')}`;
  const everywhere: NodeJS.ProcessEnv = {
    ...inherited,
    NODE_ENV: 'production',
    REDIS_URL: `redis://${wires.redis.host}`,
    // The wire is not what the member calls itself.
    MONGODB_URI: `mongodb://${wires.mongodb.host}/?directConnection=true`,
    MASTER_KEYS: secret(),
    SERVICE_KEYS: secret(),
    ...Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_ADDRESS`, listOf(addressesOf(name))])),
    RESUME_ADDRESS: listOf([resume.host, ...addressesOf('resume').slice(1)]),
    EXPORT_URL: exports.map(({ http }) => `http://${HOST}:${http}`).join(',') || `http://${HOST}:1`,
    ...options.environment,
  };
  const readyAt = (at: number) => async () => {
    const answer = await fetch(`http://${HOST}:${at}/readyz`);
    if (answer.status !== 200) throw new Error(await answer.text());
    return true;
  };
  const node = (name: string, folder: string, readyPort: number, env: Record<string, string>): Spec => ({
    name,
    command: process.execPath,
    args: [join(projectRoot, folder, 'dist/main.js')],
    env: { ...everywhere, ...env },
    ready: readyAt(readyPort),
  });
  const specs: Spec[][] = [
    databaseSpecs(dataDir, redisPort, mongodbPort),
    services.map(({ name, service, grpc, probe }) =>
      node(name, `services/${service}`, probe, {
        GRPC_PORT: String(grpc),
        PROBE_PORT: String(probe),
        MONGODB_DATABASE: `vitae_${service}`,
      }),
    ),
    [
      ...exports.map(({ name, http }) =>
        node(name, 'services/export', http, {
          HTTP_PORT: String(http),
          MONGODB_DATABASE: 'vitae_export',
          ...options.workerEnvironment,
        }),
      ),
      ...edges.map(({ name, http, metrics }) =>
        node(name, 'gateway', http, { PORT: String(http), METRICS_PORT: String(metrics) }),
      ),
    ],
  ];
  await mkdir(join(dataDir, 'mongodb'));
  await mkdir(join(dataDir, 'redis'));

  const children = new Map<string, ChildProcess>();
  let output = '';
  const start = async (spec: Spec, attempt = 1): Promise<void> => {
    const child = spawn(spec.command, spec.args, { env: spec.env, stdio: ['ignore', 'pipe', 'pipe'] });
    children.set(spec.name, child);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (bytes: Buffer) => {
        output += String(bytes);
      });
    }
    const ready = async () => {
      if (child.exitCode === null) await spec.ready();
      return true;
    };
    await until(`${spec.name} is ready`, ready, READY_WITHIN_MS);
    if (child.exitCode === null) return;
    if (attempt === STARTS) throw new Error(`${spec.name} ended:\n${output.slice(-2_000)}`);
    await start(spec, attempt + 1);
  };
  const stop = async () => {
    for (const stage of [...specs].reverse()) {
      await Promise.all(
        stage.map(async ({ name }) => {
          const child = children.get(name);
          if (!child || child.exitCode !== null || child.signalCode !== null) return;
          child.kill('SIGCONT');
          child.kill(name === 'mongodb' ? 'SIGKILL' : 'SIGTERM');
          await new Promise((resolve) => child.once('exit', resolve));
        }),
      );
    }
    for (const wire of [wires.redis, wires.mongodb, resume]) wire.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  const vitae = createRunner(everywhere, edges[0]?.http ?? 0);
  const mongodbUri = `mongodb://${HOST}:${mongodbPort}/?directConnection=true`;
  try {
    const [databases = [], ...processes] = specs;
    await Promise.all(databases.map(start));
    await options.restored?.restore(mongodbUri);
    for (const stage of processes) await Promise.all(stage.map(start));
    return {
      gateways: edges.map(({ http }) => `http://${HOST}:${http}`),
      demo: options.restored?.demo ?? (await makeDemo(vitae)),
      ...wires,
      resume,
      redisUrl: `redis://${HOST}:${redisPort}`,
      mongodbUri,
      process: (name) => {
        const spec = specs.flat().find((one) => one.name === name);
        if (!spec) throw new Error(`There is no process ${name}`);
        const child = () => children.get(name) as ChildProcess;
        return {
          pid: () => child().pid as number,
          signal: (signal) => void child().kill(signal),
          restart: async (signal = 'SIGTERM') => {
            const old = child();
            if (old.exitCode === null && old.signalCode === null) {
              old.kill(signal);
              await new Promise((resolve) => old.once('exit', resolve));
            }
            await start(spec);
          },
        };
      },
      vitae,
      output: () => output,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function databaseSpecs(dataDir: string, redisPort: number, mongodbPort: number): Spec[] {
  const redis = `--port ${redisPort} --bind ${HOST} --save  --appendonly yes --appendfsync no --maxmemory-policy noeviction`;
  const mongodb = `--port ${mongodbPort} --bind_ip ${HOST} --nounixsocket --replSet vitae --wiredTigerCacheSizeGB 0.25 --oplogSize 64`;
  return [
    {
      name: 'redis',
      command: process.env.REDIS_SERVER_BINARY ?? 'redis-server',
      args: [...redis.split(' '), '--dir', join(dataDir, 'redis')],
      env: process.env,
      ready: () => fetchPing(redisPort),
    },
    {
      name: 'mongodb',
      command: process.env.MONGOD_BINARY ?? 'mongod',
      args: [...mongodb.split(' '), '--dbpath', join(dataDir, 'mongodb')],
      env: process.env,
      ready: () => bringUpReplicaSet(mongodbPort),
    },
  ];
}

async function fetchPing(port: number): Promise<void> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(port, HOST, { lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
  } finally {
    redis.disconnect();
  }
}

async function makeDemo(vitae: Runner): Promise<Demo> {
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
