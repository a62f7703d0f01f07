import { type Key, signedPath } from '../support/signer.ts';
import type { RunFile } from '../support/system.ts';
import { compare, type Row, type Side } from './compare.ts';
import { requestsPerSecond } from './http-load.ts';
import { startPeer } from './peer.ts';

export type SignedRequestBench = {
  run: RunFile;
  key: Key;
  cvId: number;
  moreCvIds: number[];
  companyId: number;
  dataDir: string;
};

const WHY_SLOWER_THAN_BARE =
  'The peer sends bytes from memory. A signed request parses its parameters, computes an HMAC, checks nonce and quota with one Redis script, validates the cached CV with the resume service and MongoDB, and is counted and timed. Gateway, service, Redis, MongoDB and the load generator share two cores.';
const WHY_SLOWER_THAN_OPEN =
  'The HMAC, the Redis script and the counting make the difference. Redis uses the same cores as the gateway.';

const REQUESTS = { 1: 1_500, 50: 12_000 } as const;

/** Compares a signed GET of a CV with bare Express and with a gateway without authentication and quota. */
export async function benchSignedRequests({ run, key, cvId, ...bench }: SignedRequestBench): Promise<Row[]> {
  const { moreCvIds, companyId, dataDir } = bench;
  const [gateway = ''] = run.gateways;
  const path = `/api/v1/svc/cv/${cvId}`;
  const body = await (await fetch(`${gateway}${signedPath('GET', path, key)}`)).text();
  const resumeAddress = run.processes.find(({ name }) => name === 'resume')?.url ?? '';
  const express = await startPeer('bare-express.js', body);
  const open = await startPeer('open-gateway.js', JSON.stringify({ resumeAddress, companyId, dataDir }));
  try {
    const rows: Row[] = [];
    for (const connections of [50, 1] as const) {
      const count = REQUESTS[connections];
      const title = `${Buffer.byteLength(body)} bytes, ${connections} ${connections === 1 ? 'connection' : 'connections'}`;
      const ours = signedSide({ gateway, key, connections, paths: [path] });
      const bare = unsignedSide('bare Express', { url: express.url, connections, path, count: 2 * count });
      const goal = connections === 50 ? { goal: 0.4 } : {};
      rows.push(await compare({ title, ours, peer: bare, whyMissed: WHY_SLOWER_THAN_BARE, ...goal }));
      const withoutPolicies = unsignedSide('gateway without policies', { url: open.url, connections, path, count });
      rows.push(await compare({ title, ours, peer: withoutPolicies, goal: 0.9, whyMissed: WHY_SLOWER_THAN_OPEN }));
    }
    const paths = [cvId, ...moreCvIds].map((id) => `/api/v1/svc/cv/${id}`);
    const title = `${paths.length} CVs in turn, 50 connections`;
    const ours = signedSide({ gateway, key, connections: 50, paths });
    const load = { url: express.url, connections: 50, path, count: 2 * REQUESTS[50] };
    const peer = unsignedSide('bare Express, one body', load);
    rows.push(await compare({ title, ours, peer, goal: 0.4, whyMissed: WHY_SLOWER_THAN_BARE }));
    return rows;
  } finally {
    express.stop();
    open.stop();
  }
}

type SignedLoad = { gateway: string; key: Key; connections: 1 | 50; paths: string[] };

function signedSide({ gateway, key, connections, paths }: SignedLoad): Side {
  const pathOf = (index: number) => signedPath('GET', paths[index % paths.length] as string, key);
  return {
    name: 'signed GET',
    measure: () => {
      const signed = Array.from({ length: REQUESTS[connections] }, (_none, index) => pathOf(index));
      return requestsPerSecond({ url: gateway, connections, paths: signed });
    },
  };
}

type UnsignedLoad = { url: string; connections: number; path: string; count: number };

function unsignedSide(name: string, { url, connections, path, count }: UnsignedLoad): Side {
  const paths = Array.from({ length: count }, () => path);
  return { name, measure: () => requestsPerSecond({ url, connections, paths }) };
}
