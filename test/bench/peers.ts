import { signedPath } from '../support/signer.ts';
import { startCaddy } from './caddy.ts';
import { compare, type Row } from './compare.ts';
import { startExpressGateway } from './express-gateway.ts';
import { requestsPerSecond } from './http-load.ts';
import { startPeer } from './peer.ts';
import type { SignedCallBench } from './signed-request.ts';

const WHY_MISSED =
  'The peer passes bytes on and asks no store, or asks Redis once or twice; a signed call has its HMAC, its nonce, its quota and its log besides, and its CV comes from a service and a database that answer for themselves.';

/** For the report: peers that were wanted and cannot be had. */
const GO_GATEWAYS =
  'No Go gateway with keys and quotas is beside ours: the module proxy answers 403 ("This module version is not available") for KrakenD (github.com/krakend/krakend-ce/v2), its engine Lura and Tyk (github.com/TykTechnologies/tyk), looked up on 2026-11-21, so none could be built from there. Caddy could: as a reverse proxy it is what a hop costs in Go.';

const CALLS = 6_000;
const CONNECTIONS = 50;

/** A signed GET of a stored CV beside what others do with the same bytes: serve them bare, pass them on, guard and pass on. */
export async function benchPeers({ run, key, cvId }: SignedCallBench): Promise<{ rows: Row[]; notes: string[] }> {
  const [gateway = ''] = run.gateways;
  const path = `/api/v1/svc/cv/${cvId}`;
  const body = await (await fetch(`${gateway}${signedPath('GET', path, key)}`)).text();
  const stops: (() => void)[] = [];
  const load = (url: string, pathOf: () => string, calls = CALLS) =>
    requestsPerSecond({ url, connections: CONNECTIONS, paths: Array.from({ length: calls }, pathOf) });
  const ours = { name: 'signed GET', measure: () => load(gateway, () => signedPath('GET', path, key)) };
  const beside = async (name: string, url: string, asked = path, goal?: number): Promise<Row> =>
    compare({
      title: `${Buffer.byteLength(body)} bytes, ${CONNECTIONS} connections`,
      ours,
      peer: { name, measure: () => load(url, () => asked, CALLS * 2) },
      whyMissed: WHY_MISSED,
      ...(goal === undefined ? {} : { goal }),
    });
  try {
    const http = await startPeer('bare-http.js', body);
    stops.push(http.stop);
    const express = await startPeer('bare-express.js', body);
    stops.push(express.stop);
    const proxy = await startPeer('proxy-hop.js', express.url);
    stops.push(proxy.stop);
    const rows = [
      await beside('bare node:http', http.url),
      await beside('http-proxy-middleware before bare Express', proxy.url, path, 1.0),
    ];
    const guarded = await startExpressGateway(express.url, run.redisUrl);
    stops.push(guarded.stop);
    const name = 'express-gateway (key-auth, rate-limit) before bare Express';
    rows.push(await beside(name, guarded.url, `${path}?apikey=${guarded.credential}`, 1.5));
    const notes = [GO_GATEWAYS];
    try {
      const caddy = await startCaddy(express.url);
      stops.push(caddy.stop);
      rows.push(await beside('Caddy as a reverse proxy before bare Express', caddy.url));
    } catch (error) {
      notes.push(
        `**Caddy was not measured:** ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
      );
    }
    return { rows, notes };
  } finally {
    for (const stop of stops) stop();
  }
}
