import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localRedisUsers } from '@vitae/local/redis/redis-users';
import { Redis } from 'ioredis';
import { hasExited, stopChild } from './child-process.ts';
import { freePorts } from './free-port.ts';
import type { RedisNode } from './redis-node.ts';
import { until } from './until.ts';

const HOST = '127.0.0.1';
const MASTERS = 3;
const SLOTS = 16_384;

/** Three masters, each with a replica, whose users are those of the processes. */
export type RedisCluster = {
  /** Connects as the default user, which has all permissions. */
  url: string;
  /** Returns the node that is the master of the slot of a key. */
  masterOf(key: string): Promise<ClusterNode>;
  /** Returns the replica of a master. */
  replicaOf(master: ClusterNode): Promise<ClusterNode>;
  /** Returns the node of another master. */
  otherMaster(master: ClusterNode): Promise<ClusterNode>;
  /** Resolves when the slots of all keys have a master that responds, and each master a replica. */
  complete(): Promise<void>;
  stop(): Promise<void>;
};

export type ClusterNode = RedisNode & {
  /** Starts the node after it was killed. It joins its cluster as a replica, or as the master that it still is. */
  restart(): void;
};

export async function startRedisCluster(): Promise<RedisCluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitae-redis-cluster-'));
  const first = await freePorts(4 * MASTERS);
  const nodes = Array.from({ length: 2 * MASTERS }, (_, index) => startNode(dataDir, first + 2 * index));
  const stop = async () => {
    for (const node of nodes) node.redis.disconnect();
    await Promise.all(nodes.map((node) => stopChild(node.child(), 'SIGKILL')));
    await rm(dataDir, { recursive: true, force: true });
  };
  const nodeAt = (port: unknown) => {
    const found = nodes.find((node) => node.port === Number(port));
    if (!found) throw new Error(`No node has the port ${port}`);
    return found;
  };
  const complete = async () => {
    await until('a complete cluster', async () => (await Promise.all(nodes.map(isComplete))).every(Boolean), 120_000);
  };
  try {
    await formCluster(nodes);
    await complete();
  } catch (error) {
    await stop();
    throw error;
  }
  /** Asks all nodes, because some of them may be down. */
  const slots = () => Promise.any(nodes.map(({ redis }) => redis.cluster('SLOTS')));
  const rangeWhere = async (matches: (range: SlotRange) => boolean) => (await slots()).find(matches);
  return {
    url: `redis+cluster://${nodes.map(({ port }) => `${HOST}:${port}`).join(',')}`,
    masterOf: async (key) => {
      const slot = await Promise.any(nodes.map(({ redis }) => redis.cluster('KEYSLOT', key)));
      return nodeAt((await rangeWhere(([from, to]) => from <= slot && slot <= to))?.[2]?.[1]);
    },
    replicaOf: async ({ port }) => nodeAt((await rangeWhere(([, , master]) => master?.[1] === port))?.[3]?.[1]),
    otherMaster: async ({ port }) => nodeAt((await rangeWhere(([, , master]) => master?.[1] !== port))?.[2]?.[1]),
    complete,
    stop,
  };
}

/** The first node is the master. */
type SlotRange = [from: number, to: number, ...nodes: [host: string, port: number, id: string, info: unknown[]][]];
type StartedNode = ClusterNode & { busPort: number; child(): ChildProcess };

function startNode(dataDir: string, port: number): StartedNode {
  const folder = join(dataDir, String(port));
  mkdirSync(folder);
  const users = join(folder, 'users.acl');
  writeFileSync(users, localRedisUsers());
  const busPort = port + 1;
  const options = `--port ${port} --cluster-port ${busPort} --bind ${HOST} --dir ${folder} --aclfile ${users} --appendonly yes --appendfsync no --cluster-enabled yes --cluster-require-full-coverage no --cluster-node-timeout 2500 --cluster-replica-validity-factor 0 --repl-ping-replica-period 1 --repl-diskless-sync-delay 0`;
  const binary = process.env.REDIS_SERVER_BINARY ?? 'redis-server';
  const start = () => spawn(binary, [...options.split(' '), '--save', ''], { stdio: 'ignore' });
  let child = start();
  const redis = new Redis(port, HOST, { retryStrategy: () => 100, maxRetriesPerRequest: 0, enableOfflineQueue: false });
  redis.on('error', () => undefined);
  return {
    port,
    busPort,
    redis,
    child: () => child,
    signal: (signal) => void child.kill(signal),
    restart: () => {
      if (hasExited(child)) child = start();
    },
  };
}

async function formCluster(nodes: readonly StartedNode[]): Promise<void> {
  await until('the nodes', async () => (await Promise.all(nodes.map(({ redis }) => redis.ping()))).length > 0);
  const [first, ...others] = nodes as [StartedNode, ...StartedNode[]];
  for (const { port, busPort } of others) await first.redis.cluster('MEET', HOST, port, busPort);
  const masters = nodes.slice(0, MASTERS);
  for (const [index, { redis }] of masters.entries()) {
    const range = [index, index + 1].map((part) => Math.floor((part * SLOTS) / MASTERS));
    await redis.cluster('ADDSLOTSRANGE', range[0] ?? 0, (range[1] ?? 0) - 1);
  }
  for (const [index, { redis }] of nodes.slice(MASTERS).entries()) {
    const id = String(await masters[index]?.redis.cluster('MYID'));
    await until('the replica', async () => (await redis.cluster('REPLICATE', id)) === 'OK');
  }
}

async function isComplete({ redis }: ClusterNode): Promise<boolean> {
  const info = String(await redis.cluster('INFO'));
  const replication = await redis.info('replication');
  return (
    /^cluster_state:ok/m.test(info) &&
    /^cluster_known_nodes:6/m.test(info) &&
    /^cluster_slots_ok:16384/m.test(info) &&
    /^(master_link_status:up|slave0:.*state=online)/m.test(replication)
  );
}
