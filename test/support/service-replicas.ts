import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { ServiceIdentity } from '@vitae/kit/service-identity';
import { hasExited, onOutput, stopChild } from './child-process.ts';
import { freePorts } from './free-port.ts';
import { projectRoot } from './project-root.ts';
import { identityOf, newServiceKeys } from './service-keys.ts';
import { until } from './until.ts';

/** Replicas of one service as in a cluster: the same port on different addresses (127.0.0.1, 127.0.0.2, …). Linux only. */
export type ServiceReplicas = {
  port: number;
  addresses: string[];
  identity: ServiceIdentity;
  /** Number of calls that each replica has handled, starting with replica `first`. */
  handledCalls(first?: number): Promise<number[]>;
  signal(index: number, signal: NodeJS.Signals): void;
  stop(): Promise<void>;
};

export async function startServiceReplicas(
  service: string,
  count: number,
  environment: { MONGODB_URI: string; MONGODB_DATABASE: string },
): Promise<ServiceReplicas> {
  const port = await freePorts(2);
  const probe = port + 1;
  const { privateKeys, publicKeys } = newServiceKeys();
  const addresses = Array.from({ length: count }, (_, index) => `127.0.0.${index + 1}`);
  const children: ChildProcess[] = [];
  let output = '';
  const start = (address: string): ChildProcess => {
    const child = spawn(process.execPath, [join(projectRoot, 'services', service, 'dist/main.js')], {
      env: {
        ...process.env,
        ...environment,
        NODE_OPTIONS: '',
        SERVICE_PUBLIC_KEYS: publicKeys,
        GRPC_HOST: address,
        GRPC_PORT: String(port),
        PROBE_PORT: String(probe),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onOutput(child, (text) => {
      output += text;
    });
    children.push(child);
    return child;
  };
  const stop = async () => void (await Promise.all(children.map((child) => stopChild(child))));
  const isReady = async (address: string, child: ChildProcess) => {
    if (hasExited(child)) return true;
    return (await fetch(`http://${address}:${probe}/readyz`)).status === 200;
  };
  try {
    for (const address of addresses) {
      const child = start(address);
      await until(`${service} at ${address} to be ready`, () => isReady(address, child), 60_000);
      if (hasExited(child)) throw new Error(`${service} exited:\n${output.slice(-2_000)}`);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    port,
    addresses,
    identity: identityOf('gateway', privateKeys.gateway),
    handledCalls: (first = 0) =>
      Promise.all(addresses.slice(first).map((address) => handledCallsOf(`http://${address}:${probe}/metrics`))),
    signal: (index, signal) => void children[index]?.kill(signal),
    stop,
  };
}

async function handledCallsOf(metrics: string): Promise<number> {
  const text = await (await fetch(metrics)).text();
  const counts = text.matchAll(/^rpc_server_call_duration_seconds_count\{[^}]*\} (\d+)/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}
