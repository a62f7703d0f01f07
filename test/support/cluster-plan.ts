import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { bringUpReplicaSet, REPLICA_SET, SHORT_TRANSACTIONS } from '@vitae/local/mongodb/replica-set';
import { redisSpec } from '@vitae/local/redis/redis';
import { withRedisUser } from '@vitae/local/redis/redis-users';
import { Redis } from 'ioredis';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import { freePorts } from './free-port.ts';
import { createMongodbUsers, type MongodbUsers } from './mongodb-users.ts';
import { projectRoot } from './project-root.ts';
import { newServiceKeys, type ServiceKeys } from './service-keys.ts';
import { checkingQueries } from './sharding/violations-of-processes.ts';

export type ClusterSize = {
  gateways?: number;
  sites?: number;
  /** Replicas of all services, or of some. */
  replicas?: number | Partial<Record<(typeof SERVICES)[number], number>>;
  workers?: number;
  /** MongoDB requires passwords, and each process has its own user. */
  mongodbUsers?: boolean;
  /** The folder of the release whose processes are started. Default: this project. */
  release?: string;
  /** Settings of all processes. */
  environment?: NodeJS.ProcessEnv;
  workerEnvironment?: Record<string, string>;
};

export type ProcessSpec = {
  name: string;
  command: string;
  args: string[];
  /** The folder of a Vitae process in the project. */
  folder?: string;
  env: NodeJS.ProcessEnv;
  ready(): Promise<unknown>;
  /** The port of `/metrics` on 127.0.0.1; databases have none. */
  metricsPort?: number;
};

export type ClusterPlan = {
  databases: ProcessSpec[];
  /** The stages in starting order. */
  stages: ProcessSpec[][];
  environment: NodeJS.ProcessEnv;
  gatewayPorts: number[];
  sitePorts: number[];
  proxies: Proxies;
  redisUrl: string;
  mongodbUri: string;
};

/** In front of Redis, MongoDB and the first replica of the resume service. */
export type Proxies = { redis: FaultyProxy; mongodb: FaultyProxy; resume: FaultyProxy };

type Ports = {
  redis: number;
  mongodb: number;
  services: { service: string; name: string; grpc: number; probe: number }[];
  workers: { name: string; http: number }[];
  sites: { name: string; http: number; metrics: number }[];
  gateways: { name: string; http: number; metrics: number }[];
};

const HOST = '127.0.0.1';
const SERVICES = ['resume', 'preferences', 'metadata', 'comments', 'stats'] as const;

/**
 * Priority of the workers. Deployed workers have their own share of the processor. Here, a worker that starts (browser,
 * LibreOffice) would take the processor from requests for seconds.
 */
const WORKER_NICE = '10';

/** Returns the file that starts a process of a release. It is the last argument of the process. */
export const entryOf = (folder: string, release = projectRoot): string => join(release, folder, 'dist/main.js');

/** Chooses ports, starts the proxies and specifies every process of a cluster. */
export async function planCluster(dataDir: string, size: ClusterSize): Promise<ClusterPlan> {
  const ports = await choosePorts(size);
  const proxies = await startProxies(ports);
  const keys = newServiceKeys();
  const users = size.mongodbUsers ? await createMongodbUsers(join(dataDir, 'secrets'), ports.mongodb) : undefined;
  const loginOf = (name: string) => users && { MONGODB_URI: users.uriOf(name, proxies.mongodb.host) };
  // The gateway and the command line use this user.
  const environment: NodeJS.ProcessEnv = {
    ...clusterEnvironment(ports, proxies, keys),
    ...checkingQueries(dataDir),
    ...loginOf('gateway'),
    ...size.environment,
  };
  const node = (name: string, folder: string, readyPort: number, env: Record<string, string>): ProcessSpec => ({
    name,
    metricsPort: Number(env.METRICS_PORT ?? readyPort),
    command: process.execPath,
    args: [entryOf(folder, size.release)],
    folder,
    env: { ...environment, ...env },
    ready: () => checkReady(readyPort),
  });
  const services = ports.services.map(({ name, service, grpc, probe }) => {
    const database = { MONGODB_DATABASE: `vitae_${service}`, ...loginOf(service) };
    return node(name, `services/${service}`, probe, {
      GRPC_PORT: String(grpc),
      PROBE_PORT: String(probe),
      ...database,
    });
  });
  const workers = ports.workers.map(({ name, http }) => {
    const own = {
      HTTP_PORT: String(http),
      MONGODB_DATABASE: 'vitae_export',
      ...loginOf('export'),
      SERVICE_PRIVATE_KEY: keys.privateKeys.export,
      REDIS_URL: withRedisUser(environment.REDIS_URL ?? '', 'export'),
    };
    const worker = node(name, 'services/export', http, { ...own, ...size.workerEnvironment });
    return { ...worker, command: 'nice', args: ['-n', WORKER_NICE, worker.command, ...worker.args] };
  });
  const gateways = ports.gateways.map(({ name, http, metrics }) =>
    node(name, 'gateway', http, { PORT: String(http), METRICS_PORT: String(metrics) }),
  );
  const sites = ports.sites.map(({ name, http, metrics }) =>
    node(name, 'services/site', http, {
      PORT: String(http),
      METRICS_PORT: String(metrics),
      SERVICE_PRIVATE_KEY: keys.privateKeys.site,
      ...loginOf('site'),
      REDIS_URL: withRedisUser(environment.REDIS_URL ?? '', 'site'),
    }),
  );
  return {
    databases: databaseSpecs(dataDir, ports, users),
    stages: [services, [...workers, ...sites, ...gateways]],
    environment,
    gatewayPorts: ports.gateways.map(({ http }) => http),
    sitePorts: ports.sites.map(({ http }) => http),
    proxies,
    redisUrl: `redis://${HOST}:${ports.redis}`,
    mongodbUri: users?.rootUri ?? `mongodb://${HOST}:${ports.mongodb}/?directConnection=true`,
  };
}

async function choosePorts({ gateways = 1, sites = 0, replicas = 1, workers = 0 }: ClusterSize): Promise<Ports> {
  let port = await freePorts(60);
  const next = () => port++;
  const replicasOf = (service: (typeof SERVICES)[number]) =>
    typeof replicas === 'number' ? replicas : (replicas[service] ?? 1);
  const edge = (kind: string) => (_: unknown, index: number) => ({
    name: `${kind}-${index + 1}`,
    http: next(),
    metrics: next(),
  });
  return {
    redis: next(),
    mongodb: next(),
    services: SERVICES.flatMap((service) =>
      Array.from({ length: replicasOf(service) }, (_, index) => {
        const name = index === 0 ? service : `${service}-${index + 1}`;
        return { service, name, grpc: next(), probe: next() };
      }),
    ),
    workers: Array.from({ length: workers }, (_, index) => ({ name: `export-${index + 1}`, http: next() })),
    sites: Array.from({ length: sites }, edge('site')),
    gateways: Array.from({ length: gateways }, edge('gateway')),
  };
}

async function startProxies({ redis, mongodb, services }: Ports): Promise<Proxies> {
  const resume = services.find(({ service }) => service === 'resume')?.grpc ?? 0;
  const [forRedis, forMongodb, forResume] = await Promise.all(
    [redis, mongodb, resume].map((port) => startFaultyProxy({ host: HOST, port })),
  );
  return { redis: forRedis, mongodb: forMongodb, resume: forResume } as Proxies;
}

function clusterEnvironment(ports: Ports, proxies: Proxies, keys: ServiceKeys): NodeJS.ProcessEnv {
  const { MONGODB_URI: _mongo, REDIS_URL: _redis, NODE_OPTIONS: _node, ...inherited } = process.env;
  const secret = () => `test:${randomBytes(32).toString('base64')}`;
  const addresses = (service: string) =>
    ports.services.filter((one) => one.service === service).map(({ grpc }) => `${HOST}:${grpc}`);
  const target = (list: string[]) => (list.length === 1 ? (list[0] as string) : `ipv4:${list.join(',')}`);
  return {
    ...inherited,
    NODE_ENV: 'production',
    // The gateway and the command line use this user.
    REDIS_URL: withRedisUser(`redis://${proxies.redis.host}`, 'gateway'),
    // The replica set announces the port of mongod, not of the proxy.
    MONGODB_URI: `mongodb://${proxies.mongodb.host}/?directConnection=true`,
    MASTER_KEYS: secret(),
    SERVICE_PUBLIC_KEYS: keys.publicKeys,
    // The gateway and the command line use this key.
    SERVICE_PRIVATE_KEY: keys.privateKeys.gateway,
    ...Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_ADDRESS`, target(addresses(name))])),
    RESUME_ADDRESS: target([proxies.resume.host, ...addresses('resume').slice(1)]),
    EXPORT_URL: ports.workers.map(({ http }) => `http://${HOST}:${http}`).join(',') || `http://${HOST}:1`,
    ...(ports.sites.length > 0 && {
      SITE_PROXY_URL: ports.sites.map(({ http }) => `http://${HOST}:${http}`).join(','),
    }),
  };
}

function databaseSpecs(
  dataDir: string,
  ports: Pick<Ports, 'redis' | 'mongodb'>,
  users: MongodbUsers | undefined,
): ProcessSpec[] {
  const binary = process.env.REDIS_SERVER_BINARY ?? 'redis-server';
  const redis = redisSpec({ binary, dataDir, port: ports.redis, environment: process.env });
  const mongodb = `--port ${ports.mongodb} --bind_ip ${HOST} --nounixsocket --wiredTigerCacheSizeGB 0.25 --oplogSize 64`;
  const replicaSet = users?.args ?? ['--replSet', REPLICA_SET];
  return [
    { ...redis, ready: () => pingRedis(ports.redis) },
    {
      name: 'mongodb',
      command: process.env.MONGOD_BINARY ?? 'mongod',
      args: [...mongodb.split(' '), ...replicaSet, ...SHORT_TRANSACTIONS, '--dbpath', join(dataDir, 'mongodb')],
      env: process.env,
      ready: users?.bringUp ?? (() => bringUpReplicaSet(ports.mongodb)),
    },
  ];
}

async function checkReady(port: number): Promise<void> {
  const response = await fetch(`http://${HOST}:${port}/readyz`);
  if (response.status !== 200) throw new Error(await response.text());
}

async function pingRedis(port: number): Promise<void> {
  const redis = new Redis(port, HOST, { lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
  } finally {
    redis.disconnect();
  }
}
