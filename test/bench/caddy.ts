import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '@vitae/local/programs/run-program';
import { which } from '@vitae/local/programs/which';
import { readSettings } from '@vitae/local/settings';
import { freePorts } from '../support/free-port.ts';
import { projectRoot } from '../support/project-root.ts';
import { until } from '../support/until.ts';
import type { Peer } from './peer.ts';

const VERSION = 'v2.10.2';
const BUILD_TIMEOUT_MS = 1_200_000;

/** Starts Caddy as a plain reverse proxy, to measure the cost of a hop in Go. */
export async function startCaddy(serviceUrl: string): Promise<Peer> {
  const { cacheDir } = readSettings(process.env, projectRoot);
  const caddy = await ensureBuilt(join(cacheDir, 'bench-peers'));
  const port = await freePorts(1);
  const folder = await mkdtemp(join(cacheDir, 'bench-peers', 'caddy-config-'));
  const config = join(folder, 'caddy.json');
  await writeFile(config, JSON.stringify(proxyConfig(port, new URL(serviceUrl).host)));
  const child = spawn(caddy, ['run', '--config', config], {
    stdio: ['ignore', 'ignore', 'ignore'],
    // Caddy writes its files only to this folder.
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  const stop = () => {
    child.kill();
    void rm(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await until('a response through Caddy', async () => (await fetch(url)).ok || child.exitCode !== null, 30_000);
    return { url, pid: child.pid ?? 0, stop };
  } catch (error) {
    stop();
    throw error;
  }
}

async function ensureBuilt(cache: string): Promise<string> {
  const program = join(cache, `caddy-${VERSION}`);
  if (existsSync(program)) return program;
  const go = which(['go', '/usr/local/go/bin/go'], process.env.PATH);
  if (!go) throw new Error('Building Caddy needs Go, which is not installed');
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(join(cache, 'draft-'));
  const env = { ...process.env, GOFLAGS: '-mod=readonly', GOWORK: 'off' };
  try {
    const module = `github.com/caddyserver/caddy/v2@${VERSION}`;
    const { Dir } = JSON.parse(await runProgram(go, ['mod', 'download', '-json', module], { env }));
    const built = join(draft, 'caddy');
    await runProgram(go, ['build', '-C', Dir, '-o', built, './cmd/caddy'], { env, timeoutMs: BUILD_TIMEOUT_MS });
    await rename(built, program);
    return program;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function proxyConfig(port: number, upstream: string) {
  const proxy = { handler: 'reverse_proxy', upstreams: [{ dial: upstream }] };
  const server = {
    listen: [`127.0.0.1:${port}`],
    automatic_https: { disable: true },
    protocols: ['h1'],
    routes: [{ handle: [proxy] }],
  };
  return {
    admin: { disabled: true, config: { persist: false } },
    logging: { logs: { default: { level: 'ERROR' } } },
    apps: { http: { servers: { bench: server } } },
  };
}
