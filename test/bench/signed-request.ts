import { type Key, signedPath } from '../support/signer.ts';
import type { RunFile } from '../support/system.ts';
import { compare, type Row } from './compare.ts';
import { requestsPerSecond } from './http-load.ts';
import { startPeer } from './peer.ts';

export type SignedCallBench = {
  run: RunFile;
  key: Key;
  cvId: number;
  moreCvIds: number[];
  companyId: number;
  dataDir: string;
};

const WHY_BARE =
  'The peer sends bytes that it holds. A signed call reads its parameters, computes an HMAC, asks Redis about nonce and quota in one script, asks the resume service (which asks MongoDB) whether the CV is still the one that is known, and is counted and timed; gateway, service, Redis, MongoDB and the load share the two cores.';
const WHY_POLICIES =
  'Only the HMAC, the Redis script and the counting differ; Redis and its connection take their time on the same cores as the gateway.';

const CALLS = { 1: 1_500, 50: 20_000 } as const;

/** A signed GET of a stored CV: against bare Express with the same bytes, and against itself without its policies. */
export async function benchSignedCalls({
  run,
  key,
  cvId,
  moreCvIds,
  companyId,
  dataDir,
}: SignedCallBench): Promise<Row[]> {
  const [gateway = ''] = run.gateways;
  const path = `/api/v1/svc/cv/${cvId}`;
  const body = await (await fetch(`${gateway}${signedPath('GET', path, key)}`)).text();
  const resumeAddress = run.processes.find(({ name }) => name === 'resume')?.url ?? '';
  const express = await startPeer('bare-express.js', body);
  const open = await startPeer('open-gateway.js', JSON.stringify({ resumeAddress, companyId, dataDir }));
  try {
    const rows: Row[] = [];
    for (const connections of [50, 1] as const) {
      const calls = CALLS[connections];
      const ours = {
        name: 'signed GET',
        measure: () =>
          requestsPerSecond({
            url: gateway,
            connections,
            paths: Array.from({ length: calls }, () => signedPath('GET', path, key)),
          }),
      };
      const unsigned = Array.from({ length: calls }, () => path);
      const bare = {
        name: 'bare Express',
        measure: () => requestsPerSecond({ url: express.url, connections, paths: [...unsigned, ...unsigned] }),
      };
      const withoutPolicies = {
        name: 'policies off',
        measure: () => requestsPerSecond({ url: open.url, connections, paths: unsigned }),
      };
      const title = `${Buffer.byteLength(body)} bytes, ${connections} ${connections === 1 ? 'connection' : 'connections'}`;
      rows.push(
        await compare({ title, ours, peer: bare, whyMissed: WHY_BARE, ...(connections === 50 ? { goal: 0.4 } : {}) }),
      );
      rows.push(await compare({ title, ours, peer: withoutPolicies, goal: 0.9, whyMissed: WHY_POLICIES }));
    }
    const paths = [cvId, ...moreCvIds].map((id) => `/api/v1/svc/cv/${id}`);
    const spread = {
      name: 'signed GET',
      measure: () =>
        requestsPerSecond({
          url: gateway,
          connections: 50,
          paths: Array.from({ length: CALLS[50] }, (_none, call) =>
            signedPath('GET', paths[call % paths.length] as string, key),
          ),
        }),
    };
    const bytes = Array.from({ length: 2 * CALLS[50] }, () => path);
    const served = {
      name: 'bare Express, one body',
      measure: () => requestsPerSecond({ url: express.url, connections: 50, paths: bytes }),
    };
    const title = `${paths.length} CVs in turn, 50 connections`;
    rows.push(await compare({ title, ours: spread, peer: served, goal: 0.4, whyMissed: WHY_BARE }));
    return rows;
  } finally {
    express.stop();
    open.stop();
  }
}
