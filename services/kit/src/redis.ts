import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { AbstractConnector, Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis';
import { VitaeError } from './errors.ts';
import { HASH_SLOTS } from './hash-slot.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import { ClusterWithCommandTimeout, RedisWithCommandTimeout } from './redis-command-timeout.ts';
import { measureCommands } from './redis-metrics.ts';
import { parseRedisUrl, type RedisTarget, withoutPassword } from './redis-url.ts';

export type RedisConnection = {
  /** A `Cluster` if the URL names one. It has the same commands. Scripts and transactions must use keys of one slot. */
  redis: Redis;
  /** Rejects if Redis, or any master of the cluster, does not respond. */
  ready(): Promise<void>;
  /**
   * Rejects only if Redis, or all masters of the cluster, do not respond. The outage guard uses this: if only some
   * masters fail, commands to them time out on their own.
   */
  responds(): Promise<void>;
  close(): Promise<void>;
};

type RedisConnectionOptions = {
  /** See `parseRedisUrl`. */
  url: string;
  /** The setting that contains the URL, for messages. */
  setting?: string;
  name: string;
  log: Logger;
  /** Measures the commands. */
  metrics?: Metrics;
  /** Commands that are sent immediately instead of being pipelined, because each already combines many requests. */
  unpipelinedCommands?: string[];
};

/** Without the option that would change the types of replies. */
type Options = Omit<RedisOptions, 'replyMapping'>;

const CONNECT_TIMEOUT_MS = 2_000;
const retryStrategy = (times: number) => Math.min(50 * times, 500);

/**
 * Opens a connection that fails fast. Commands fail while disconnected and are never resent, because a nonce that is
 * written twice would look like a replay. A cluster resends only commands that a node has not executed (MOVED, ASK).
 * @throws {VitaeError} UNAVAILABLE redis_unavailable
 */
export async function connectRedis(options: RedisConnectionOptions): Promise<RedisConnection> {
  const { url, setting = 'REDIS_URL', log, metrics } = options;
  const target = parseRedisUrl(url);
  const redis = target.kind === 'cluster' ? openCluster(target, options) : openRedis(target, options);
  if (metrics) measureCommands(redis, metrics);
  let lastError: unknown;
  redis.on('error', (err) => {
    lastError = err;
    log.error({ err, dependency: 'redis' }, 'Redis connection failed');
  });
  const ready = () => requireMasters(redis);
  const responds = async () => void (await askAnyMaster(redis, (master) => master.ping()));
  try {
    if (target.kind === 'sentinel') await checkSentinels(target, setting, log);
    const open = async () => {
      if (redis.status !== 'ready') await (redis instanceof Cluster ? connectCluster(redis) : connectServer(redis));
      await responds();
      if (redis instanceof Cluster) await checkCluster(redis, setting, log);
    };
    // Connecting competes with the rest of the start for the processor, so a timeout is repeated once.
    await open().catch((error: unknown) => (isTimeout(lastError ?? error) ? open() : Promise.reject(error)));
  } catch (thrown) {
    redis.disconnect();
    // connect() rejects with "Connection is closed" and emits the reason.
    const cause = redis instanceof Redis && lastError ? lastError : thrown;
    const message = `Cannot connect to Redis at ${withoutPassword(url)}: ${messageOf(cause).replace(/\.$/, '')}. Start it, or correct ${setting}.`;
    throw new VitaeError('UNAVAILABLE', 'redis_unavailable', message, { cause });
  }
  return {
    redis: redis as Redis,
    ready,
    responds,
    close: async () => {
      // quit() on a closed connection waits two seconds for its stream to end.
      if (redis.status === 'end') return;
      await redis.quit().catch(() => undefined); // fails on a broken connection
      redis.disconnect();
    },
  };
}

const FAIL_FAST = {
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  // Reconnects when no data arrives. Commands time out earlier (RedisWithCommandTimeout).
  socketTimeout: 5_000,
  connectTimeout: CONNECT_TIMEOUT_MS,
  keepAlive: 10_000,
} satisfies Options;

function openRedis(
  target: RedisTarget,
  { name, unpipelinedCommands = [] }: RedisConnectionOptions,
): RedisWithCommandTimeout {
  return new RedisWithCommandTimeout({
    ...addressOf(target),
    ...FAIL_FAST,
    connectionName: name,
    lazyConnect: true,
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    // Reconnects as soon as the sentinels announce another master. Closed by disconnect(), not by quit().
    failoverDetector: true,
    autoPipeliningIgnoredCommands: unpipelinedCommands,
    retryStrategy,
  });
}

/** Commands are not pipelined automatically: a pipeline with a slot that is moving would fail as a whole. */
function openCluster(target: RedisTarget, { name }: RedisConnectionOptions): ClusterWithCommandTimeout {
  return new ClusterWithCommandTimeout(target.hosts, {
    ...clusterOptions(target, { ...FAIL_FAST, connectionName: name }),
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
  });
}

function clusterOptions(target: RedisTarget, redisOptions: Options) {
  const { tls } = target;
  return {
    lazyConnect: true,
    // While a master fails over, its slots fail with CLUSTERDOWN. Reconnecting to all nodes would not help.
    enableReadyCheck: false,
    clusterRetryStrategy: retryStrategy,
    slotsRefreshTimeout: CONNECT_TIMEOUT_MS,
    slotsRefreshInterval: 5_000,
    // Certificates name the hosts, not their IP addresses.
    dnsLookup: (host, callback) => callback(null, host),
    redisOptions: { ...loginOf(target), ...(tls && { tls }), ...redisOptions },
  } satisfies ClusterOptions;
}

/** Returns the connection options for a single Redis, or for the master that the sentinels name. */
function addressOf(target: RedisTarget) {
  const { kind, hosts, masterName = '', db, tls } = target;
  const options = { db, ...loginOf(target), ...(tls && { tls }) };
  if (kind !== 'sentinel') return { ...options, ...hosts[0] } satisfies Options;
  const { username, password } = target.sentinel;
  return {
    ...options,
    ...(username && { sentinelUsername: username }),
    ...(password && { sentinelPassword: password }),
    sentinels: hosts,
    name: masterName,
    connectTimeout: CONNECT_TIMEOUT_MS,
    sentinelCommandTimeout: CONNECT_TIMEOUT_MS,
    sentinelRetryStrategy: retryStrategy,
    ...(tls && { sentinelTLS: tls, enableTLSForSentinelMode: true }),
  } satisfies Options;
}

function loginOf({ username, password }: Pick<RedisTarget, 'username' | 'password'>) {
  return { ...(username && { username }), ...(password && { password }) };
}

/** A node of a cluster and a sentinel accept the connection, but not the commands. */
async function connectServer(redis: Redis): Promise<void> {
  await redis.connect();
  const mode = /^(?:redis|server)_mode:(cluster|sentinel)/m.exec(await redis.info('server'))?.[1];
  if (mode) throw new Error(`it is a ${mode}, which needs an address that starts with redis+${mode}://`);
}

/** Names the nodes that failed, because the error of the connection does not. */
async function connectCluster(cluster: Cluster): Promise<void> {
  const problems = new Set<string>();
  const onNodeError = (error: Error, node: string) => problems.add(`${node}: ${messageOf(error)}`);
  cluster.on('node error', onNodeError);
  await cluster.connect().catch((cause: unknown) => {
    throw new Error([...problems].join('; ') || messageOf(cause), { cause });
  });
  cluster.off('node error', onNodeError);
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && /timed ?out/i.test(`${error.message} ${'code' in error ? error.code : ''}`);
}

/**
 * Throws if slots have no master, or if the nodes reject all commands because a master fails. Otherwise warns about masters
 * that fail: a process can start without them.
 */
async function checkCluster(cluster: Cluster, setting: string, log: Logger): Promise<void> {
  const { isOk, assignedSlots, servedSlots } = await clusterState(cluster);
  if (!isOk || assignedSlots < HASH_SLOTS)
    throw new Error('the cluster is incomplete, not every slot has a master that responds (CLUSTER INFO)');
  if (servedSlots < HASH_SLOTS)
    log.warn(
      { setting, dependency: 'redis' },
      'A master of the Redis Cluster does not respond. Its companies get 503.',
    );
}

/** Returns the state of a cluster as the first master that responds sees it. */
async function clusterState(cluster: Cluster) {
  const info = String(await askAnyMaster(cluster, (master) => master.cluster('INFO')));
  const slots = (state: string) => Number(new RegExp(`^cluster_slots_${state}:(\\d+)`, 'm').exec(info)?.[1]);
  return {
    isOk: /^cluster_state:ok/m.test(info),
    assignedSlots: slots('assigned'),
    servedSlots: slots('ok'),
  };
}

async function requireMasters(redis: Redis | Cluster): Promise<void> {
  if (redis instanceof Cluster && (await clusterState(redis)).servedSlots < HASH_SLOTS)
    throw new Error('A master of the cluster does not respond');
  await Promise.all(mastersOf(redis).map((master) => master.ping()));
}

/** Returns the first response. Rejects with the error of a master if all fail. */
function askAnyMaster<T>(redis: Redis | Cluster, ask: (master: Redis) => Promise<T>): Promise<T> {
  return Promise.any(mastersOf(redis).map(ask)).catch(({ errors: [error] }: AggregateError) => {
    throw error ?? new Error('no master of the cluster is known');
  });
}

/** Returns the masters of a cluster, or the only server. */
export function mastersOf(redis: Redis | Cluster): Redis[] {
  return redis instanceof Cluster ? redis.nodes('master') : [redis];
}

/** Throws if no sentinel knows the master. Warns about each sentinel that would not take part in a failover. */
async function checkSentinels(target: RedisTarget, setting: string, log: Logger): Promise<void> {
  const problems = (await Promise.all(target.hosts.map((host) => askSentinel(host, target)))).flat();
  if (problems.length === target.hosts.length) throw new Error(problems.join('; '));
  for (const problem of problems)
    log.warn({ setting, dependency: 'redis' }, `A sentinel cannot take part in a failover: ${problem}`);
}

/** Returns the problem of the sentinel, if it has one. */
async function askSentinel(host: RedisTarget['hosts'][number], target: RedisTarget): Promise<string[]> {
  const { masterName = '', sentinel: login, tls } = target;
  const address = `sentinel ${host.host}:${host.port}`;
  const sentinel = new Redis({
    ...host,
    ...loginOf(login),
    ...(tls && { tls }),
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: CONNECT_TIMEOUT_MS,
    lazyConnect: true,
    enableReadyCheck: false,
    retryStrategy: () => null,
  });
  let problem: Error | undefined;
  sentinel.on('error', (error) => {
    problem = error;
  });
  try {
    const master = await sentinel.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', masterName);
    return master ? [] : [`${address} does not know the master "${masterName}"`];
  } catch (error) {
    return [`${address}: ${messageOf(problem ?? error)}`];
  } finally {
    sentinel.disconnect();
  }
}

function messageOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  // AggregateError: every address of the host failed.
  return thrown.message || ('code' in thrown ? String(thrown.code) : thrown.name);
}

/** Reports the memory that Redis uses and its limit, at which it rejects writes. Of a cluster, those of the fullest master. */
export function observeRedisMemory(metrics: Metrics, redis: Redis): void {
  const help = 'Memory that Redis uses, and its limit (maxmemory; 0 is unlimited)';
  metrics.gauge('vitae_redis_memory_bytes', help, ['kind'], async (gauge) => {
    // vitae_dependency_running reports the failure.
    const infos = await Promise.all(mastersOf(redis).map((master) => master.info('memory').catch(() => '')));
    const numberIn = (info: string, field: string) => Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(info)?.[1]);
    const memory = infos.map((info) => ({ used: numberIn(info, 'used_memory'), limit: numberIn(info, 'maxmemory') }));
    const [fullest] = memory.filter(({ used }) => used > 0).sort((a, b) => b.used - a.used);
    gauge.reset();
    for (const [kind, bytes] of Object.entries(fullest ?? {})) gauge.set({ kind }, bytes);
  });
}

/** Returns the Redis of the job queue, which can be a separate one, and the setting that names it. */
export function queueRedisOf(config: { REDIS_URL: string; QUEUE_REDIS_URL?: string | undefined }) {
  const { REDIS_URL, QUEUE_REDIS_URL } = config;
  return QUEUE_REDIS_URL
    ? { url: QUEUE_REDIS_URL, setting: 'QUEUE_REDIS_URL' }
    : { url: REDIS_URL, setting: 'REDIS_URL' };
}

export type QueueConnection =
  | (ReturnType<typeof addressOf> & { maxRetriesPerRequest: null; retryStrategy(times: number): number })
  | Cluster;

/** Returns the connection for BullMQ, whose blocking connections wait for Redis instead of failing. */
export function queueConnection(url: string): QueueConnection {
  const target = parseRedisUrl(url);
  const waiting = { maxRetriesPerRequest: null, connectTimeout: CONNECT_TIMEOUT_MS };
  return target.kind === 'cluster'
    ? new Cluster(target.hosts, clusterOptions(target, waiting))
    : { ...addressOf(target), ...waiting, retryStrategy };
}

/** Opens a client that waits like the connections of BullMQ. */
export function openQueueClient(connection: QueueConnection): Redis {
  return connection instanceof Cluster ? (connection.duplicate() as unknown as Redis) : new Redis(connection);
}

/** BullMQ closes the connections that it opens, but not the client of a cluster that it was given. */
export function closeQueueConnection(connection: QueueConnection): void {
  if (connection instanceof Cluster) connection.disconnect();
}

/**
 * Opens a connection that only subscribes to channels. Each node of a cluster publishes the messages of all nodes, so the
 * connection uses any of them and tries the next one when it is lost.
 */
export function openSubscriber(url: string, options: Options): Redis {
  const target = parseRedisUrl(url);
  const Connector = target.kind === 'cluster' ? { Connector: connectorToAnyOf(target) } : {};
  return new Redis({ ...addressOf(target), ...Connector, retryStrategy, ...options });
}

function connectorToAnyOf({ hosts, tls }: RedisTarget): NonNullable<RedisOptions['Connector']> {
  let attempts = 0;
  return class extends AbstractConnector {
    constructor() {
      super(CONNECT_TIMEOUT_MS);
    }
    override async connect() {
      const host = hosts[attempts++ % hosts.length] ?? hosts[0];
      this.connecting = true;
      const stream = tls ? connectTls({ ...host, ...tls }) : connectTcp(host);
      this.stream = stream;
      return stream;
    }
  };
}
