import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { hasExited, stopChild } from './child-process.ts';
import { freePorts } from './free-port.ts';
import { until } from './until.ts';

export type ReplicaSet = {
  uri: string;
  /** Kills the primary with SIGKILL and returns its port. */
  killPrimary(): Promise<number>;
  /** Sends a signal to all members that run. */
  signal(signal: NodeJS.Signals): void;
  /** Kills all members, also paused ones, and starts them with their data. */
  recreate(): Promise<void>;
  /** Starts the members that were killed, with their data, and waits for a primary. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

const HOST = '127.0.0.1';

/** Starts three mongods that elect a primary within about two seconds. */
export async function startReplicaSet(): Promise<ReplicaSet> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitae-replicas-'));
  const first = await freePorts(3);
  const ports = [first, first + 1, first + 2];
  const members = new Map<number, ChildProcess>();
  const start = (port: number) => {
    const dbpath = join(dataDir, String(port));
    const args = `--port ${port} --bind_ip ${HOST} --nounixsocket --replSet faults --wiredTigerCacheSizeGB 0.25 --oplogSize 16 --dbpath ${dbpath}`;
    const quiet = ['--setParameter', 'diagnosticDataCollectionEnabled=false'];
    members.set(
      port,
      spawn(process.env.MONGOD_BINARY ?? 'mongod', [...args.split(' '), ...quiet], { stdio: 'ignore' }),
    );
  };
  for (const port of ports) {
    await mkdir(join(dataDir, String(port)));
    start(port);
  }
  const runCommand = async (port: number, command: Record<string, unknown>) => {
    const connection = mongoose.createConnection(`mongodb://${HOST}:${port}/admin?directConnection=true`, {
      serverSelectionTimeoutMS: 2_000,
    });
    try {
      await connection.asPromise();
      return await connection.db?.command(command);
    } finally {
      await connection.close();
    }
  };
  const primary = () =>
    until('a primary', async () => {
      for (const [port, child] of members) {
        if (!hasExited(child) && (await runCommand(port, { hello: 1 }))?.isWritablePrimary) return port;
      }
      return undefined;
    });
  const restart = async () => {
    for (const [port, child] of members) if (hasExited(child)) start(port);
    await primary();
  };
  const stop = async () => {
    await Promise.all([...members.values()].map((child) => stopChild(child, 'SIGKILL')));
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const pingAll = () => Promise.all(ports.map((port) => runCommand(port, { ping: 1 })));
    await until('the members of the replica set', pingAll);
    await runCommand(first, {
      replSetInitiate: {
        _id: 'faults',
        members: ports.map((port, _id) => ({ _id, host: `${HOST}:${port}` })),
        settings: { electionTimeoutMillis: 2_000, heartbeatIntervalMillis: 500 },
      },
    });
    await primary();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    uri: `mongodb://${ports.map((port) => `${HOST}:${port}`).join(',')}/?replicaSet=faults`,
    killPrimary: async () => {
      const port = await primary();
      members.get(port)?.kill('SIGKILL');
      return port;
    },
    signal: (signal) => {
      for (const child of members.values()) if (!hasExited(child)) child.kill(signal);
    },
    restart,
    recreate: async () => {
      await Promise.all([...members.values()].map((child) => stopChild(child, 'SIGKILL')));
      await restart();
    },
    stop,
  };
}
