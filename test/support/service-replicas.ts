import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { gatewayIdentity } from '@vitae/proto/clients/gateway-identity';
import { keyRing } from '@vitae/kit/key-ring';
import type { ServiceIdentity } from '@vitae/kit/service-identity';
import { freePorts } from './free-port.ts';
import { projectRoot } from './system.ts';
import { until } from './until.ts';

/** Processes of one service as a cluster has them: one port, and an address for each (127.0.0.1, 127.0.0.2, …). Linux. */
export type ServiceReplicas = {
  port: number;
  addresses: string[];
  identity: ServiceIdentity;
  /** How many calls each has answered, beginning with one of them. */
  answered(first?: number): Promise<number[]>;
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
  const SERVICE_KEYS = `test:${randomBytes(32).toString('base64')}`;
  const addresses = Array.from({ length: count }, (_, index) => `127.0.0.${index + 1}`);
  const children: ChildProcess[] = [];
  let output = '';
  const start = (address: string): ChildProcess => {
    const child = spawn(process.execPath, [join(projectRoot, 'services', service, 'dist/main.js')], {
      env: {
        ...process.env,
        ...environment,
        NODE_OPTIONS: '',
        SERVICE_KEYS,
        GRPC_HOST: address,
        GRPC_PORT: String(port),
        PROBE_PORT: String(probe),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (bytes: Buffer) => {
        output += String(bytes);
      });
    children.push(child);
    return child;
  };
  const stop = async () => {
    await Promise.all(
      children.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        child.kill('SIGCONT');
        child.kill('SIGTERM');
        await new Promise((resolve) => child.once('exit', resolve));
      }),
    );
  };
  const isReady = async (address: string, child: ChildProcess) => {
    if (child.exitCode !== null) return true;
    return (await fetch(`http://${address}:${probe}/readyz`)).status === 200;
  };
  try {
    for (const address of addresses) {
      const child = start(address);
      await until(`${service} at ${address} is ready`, () => isReady(address, child), 60_000);
      if (child.exitCode !== null) throw new Error(`${service} ended:\n${output.slice(-2_000)}`);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    port,
    addresses,
    identity: gatewayIdentity({ SERVICE_KEYS: keyRing('the keys').parse(SERVICE_KEYS) }),
    answered: (first = 0) =>
      Promise.all(addresses.slice(first).map((address) => answeredBy(`http://${address}:${probe}/metrics`))),
    signal: (index, signal) => void children[index]?.kill(signal),
    stop,
  };
}

async function answeredBy(metrics: string): Promise<number> {
  const text = await (await fetch(metrics)).text();
  const counts = text.matchAll(/^grpc_server_handling_seconds_count\{[^}]*\} (\d+)/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}
