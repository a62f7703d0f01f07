import { signedPath } from '../support/signer.ts';
import { startCaddy } from './caddy.ts';
import { compare, type Row } from './compare.ts';
import { startExpressGateway } from './express-gateway.ts';
import { requestsPerSecond } from './http-load.ts';
import { startNginxGateway } from './nginx-gateway.ts';
import { startPeer } from './peer.ts';
import type { SignedRequestBench } from './signed-request.ts';

const WHY_MISSED =
  'The peer forwards bytes with no store, or with one or two Redis commands. A signed request also verifies an HMAC, a nonce and a quota, is recorded in the consumption log, and reads its CV from a service with a database.';

const WHY_SLOWER_THAN_NGINX =
  'nginx performs the same checks and counts in C and compiled Lua. Behind it the CV comes from memory instead of a service with a database.';

/** Note in the report about peers that could not be built. */
const GO_GATEWAYS =
  'There is no comparison with a Go gateway that has keys and quotas: on 2026-11-21 the module proxy responded 403 ("This module version is not available") for KrakenD (github.com/krakend/krakend-ce/v2), its engine Lura and Tyk (github.com/TykTechnologies/tyk). Caddy as a reverse proxy shows the cost of a hop in Go.';

const REQUESTS = 6_000;
const CONNECTIONS = 50;

/** Compares a signed GET of a CV with servers and proxies that send the same bytes. */
export async function benchPeers({ run, key, cvId }: SignedRequestBench): Promise<{ rows: Row[]; notes: string[] }> {
  const [gateway = ''] = run.gateways;
  const path = `/api/v1/svc/cv/${cvId}`;
  const body = await (await fetch(`${gateway}${signedPath('GET', path, key)}`)).text();
  const stops: (() => void)[] = [];
  const load = (url: string, pathOf: () => string, count = REQUESTS) =>
    requestsPerSecond({ url, connections: CONNECTIONS, paths: Array.from({ length: count }, pathOf) });
  const ours = { name: 'signed GET', measure: () => load(gateway, () => signedPath('GET', path, key)) };
  const compareWith = async (
    name: string,
    url: string,
    { pathOf = () => path, ...goal }: { pathOf?: () => string; goal?: number; whyMissed?: string } = {},
  ): Promise<Row> =>
    compare({
      title: `${Buffer.byteLength(body)} bytes, ${CONNECTIONS} connections`,
      ours,
      peer: { name, measure: () => load(url, pathOf, REQUESTS * 2) },
      whyMissed: WHY_MISSED,
      ...goal,
    });
  try {
    const http = await startPeer('bare-http.js', body);
    stops.push(http.stop);
    const express = await startPeer('bare-express.js', body);
    stops.push(express.stop);
    const proxy = await startPeer('proxy-hop.js', express.url);
    stops.push(proxy.stop);
    const rows = [
      await compareWith('bare node:http', http.url),
      await compareWith('http-proxy-middleware in front of bare Express', proxy.url, { goal: 1.0 }),
    ];
    const expressGateway = await startExpressGateway(express.url, run.redisUrl);
    stops.push(expressGateway.stop);
    const name = 'express-gateway (key-auth, rate-limit) in front of bare Express';
    const keyed = `${path}?apikey=${expressGateway.credential}`;
    rows.push(await compareWith(name, expressGateway.url, { pathOf: () => keyed, goal: 1.5 }));
    const notes = [GO_GATEWAYS];
    const optional = async (name: string, measure: () => Promise<Row>) => {
      try {
        rows.push(await measure());
      } catch (error) {
        const [reason] = error instanceof Error ? error.message.split('\n') : [String(error)];
        notes.push(`**${name} was not measured:** ${reason}`);
      }
    };
    await optional('nginx with Lua', async () => {
      const nginx = await startNginxGateway(express.url, run.redisUrl, key);
      stops.push(nginx.stop);
      const name = 'nginx with Lua (HMAC, nonce, quota, metrics) in front of bare Express';
      const pathOf = () => signedPath('GET', path, key);
      return compareWith(name, nginx.url, { pathOf, goal: 0.8, whyMissed: WHY_SLOWER_THAN_NGINX });
    });
    await optional('Caddy', async () => {
      const caddy = await startCaddy(express.url);
      stops.push(caddy.stop);
      return compareWith('Caddy as a reverse proxy in front of bare Express', caddy.url);
    });
    return { rows, notes };
  } finally {
    for (const stop of stops) stop();
  }
}
