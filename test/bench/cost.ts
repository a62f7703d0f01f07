import { signedPath } from '../support/signer.ts';
import type { RunFile } from '../support/system.ts';
import { measureAlternately, type Row, rowOf } from './compare.ts';
import { requestsPerSecond } from './http-load.ts';
import { startPeer } from './peer.ts';
import { cpuSecondsOf } from './process-cpu.ts';
import type { SignedRequestBench } from './signed-request.ts';

type Processes = RunFile['processes'];

const CONNECTIONS = 50;
const REQUESTS = 20_000;

/** The processes that take part in a signed GET of a CV. The goals are ratios to bare Express. */
const PROCESSES: { name: string; process: string; goal?: number }[] = [
  { name: 'gateway', process: 'gateway-1', goal: 2.2 },
  { name: 'resume service', process: 'resume' },
  { name: 'MongoDB', process: 'mongodb' },
  { name: 'Redis', process: 'redis' },
];
const TOTAL_GOAL = 3.3;

const WHY_MISSED =
  'Bare Express sends bytes from memory. A signed GET also verifies an HMAC, a nonce and a quota, is counted and timed, and reads its CV from a service with a database. [ADR 61](../../docs/adr/0061-cost-per-request.md) lists the time by component, and what did not help. Under load, the HTTP server, Express, system calls and garbage collection take half of the time in the gateway, more than bare Express in total.';

/**
 * Compares the CPU time of a signed GET of a CV in each process with that of bare Express, which sends the same bytes.
 * Unlike the throughput, it does not depend on the number of cores or on the load generator.
 */
export async function benchCost({ run, key, cvId }: SignedRequestBench): Promise<Row[] | string> {
  if (process.platform !== 'linux')
    return '**cost was not measured:** it reads the CPU time of processes from /proc, which only Linux has.';
  const [gateway = ''] = run.gateways;
  const path = `/api/v1/svc/cv/${cvId}`;
  const body = await (await fetch(`${gateway}${signedPath('GET', path, key)}`)).text();
  const express = await startPeer('bare-express.js', body);
  try {
    const processes = PROCESSES.map(({ process }) => processOf(run, process));
    const bare = [{ name: 'bare-express', pid: express.pid, url: express.url }];
    const pairs = await measureAlternately(
      () => cpuMicroseconds(gateway, processes, () => signedPath('GET', path, key)),
      () => cpuMicroseconds(express.url, bare, () => path),
    );
    const rowOfCost = (name: string, costOf: (cost: Record<string, number>) => number, goal?: number): Row => {
      const labels = {
        title: `${Buffer.byteLength(body)} bytes, ${CONNECTIONS} connections`,
        ours: { name: `signed GET in ${name}` },
        peer: { name: 'bare Express' },
        whyMissed: WHY_MISSED,
        ...(goal !== undefined && { goal, goalIs: 'max' as const }),
      };
      const values = pairs.map(({ ours, peer }) => ({ ours: costOf(ours), peer: sum(peer) }));
      return rowOf(labels, values, 'µs of CPU');
    };
    return [
      ...PROCESSES.map(({ name, process, goal }) => rowOfCost(name, (cost) => cost[process] ?? Number.NaN, goal)),
      rowOfCost('all four', sum, TOTAL_GOAL),
    ];
  } finally {
    express.stop();
  }
}

function processOf({ processes }: RunFile, process: string): Processes[number] {
  const found = processes.find(({ name }) => name === process);
  if (!found) throw new Error(`No process ${process} in run.json`);
  return found;
}

/** Returns the CPU time of each process per request in microseconds, under load. */
async function cpuMicroseconds(
  url: string,
  processes: Processes,
  pathOf: () => string,
): Promise<Record<string, number>> {
  const paths = Array.from({ length: REQUESTS }, pathOf);
  const load = () => requestsPerSecond({ url, connections: CONNECTIONS, paths });
  const seconds = await cpuSecondsOf({ processes }, load);
  return Object.fromEntries(Object.entries(seconds).map(([name, cpu]) => [name, (cpu / REQUESTS) * 1_000_000]));
}

function sum(cost: Record<string, number>): number {
  return Object.values(cost).reduce((total, value) => total + value, 0);
}
