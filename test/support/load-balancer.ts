import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasExited, onOutput, stopChild } from './child-process.ts';
import { freePorts } from './free-port.ts';
import { projectRoot } from './project-root.ts';
import { until } from './until.ts';

export type LoadBalancer = { url: string; port: number; stop(): Promise<void> };

/** Starts HAProxy with the shipped configuration; only the addresses differ. */
export async function startHaproxy(
  gateways: readonly string[],
  sites: readonly string[] = [],
  environment: Record<string, string> = {},
): Promise<LoadBalancer> {
  const port = await freePorts(1);
  let config = await readFile(join(projectRoot, 'deploy/compose/haproxy.cfg'), 'utf8');
  config = config.replace('bind :8080', `bind 127.0.0.1:${port}`);
  for (const [index, gateway] of gateways.entries())
    config = config.replace(`gateway-${index + 1}:8080`, new URL(gateway).host);
  // Remove the servers that the test does not start.
  config = config.replace(/^ {2}server .* gateway-\d+:8080$/gm, '');
  const siteServers = sites.map((site, index) => `  server site-${index + 1} ${new URL(site).host}`);
  config = config.replace(/^ {2}server-template site-.*$/m, siteServers.join('\n'));
  return startProxy({ port, program: 'haproxy', args: (file) => ['-f', file, '-db'], config, environment });
}

/** Starts nginx with a typical reverse proxy configuration. */
export async function startNginx(gateway: string): Promise<LoadBalancer> {
  const port = await freePorts(1);
  const config = `
daemon off; pid FOLDER/nginx.pid; error_log stderr warn; worker_processes 1;
events { worker_connections 256; }
http {
  access_log off;
  client_body_temp_path FOLDER/body; proxy_temp_path FOLDER/proxy; fastcgi_temp_path FOLDER/f; uwsgi_temp_path FOLDER/u; scgi_temp_path FOLDER/s;
  upstream gateways { server ${new URL(gateway).host}; keepalive 8; }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://gateways; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host; }
  }
}`;
  return startProxy({ port, program: 'nginx', args: (file) => ['-c', file], config });
}

type ProxyProgram = {
  port: number;
  program: string;
  args: (file: string) => string[];
  config: string;
  environment?: Record<string, string>;
};

async function startProxy({ port, program, args, config, environment }: ProxyProgram): Promise<LoadBalancer> {
  const folder = await mkdtemp(join(tmpdir(), 'vitae-proxy-'));
  const file = join(folder, 'proxy.cfg');
  await writeFile(file, config.replaceAll('FOLDER', folder));
  let output = '';
  const child = spawn(program, args(file), {
    env: { ...process.env, ...environment, PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onOutput(child, (text) => {
    output += text;
  });
  const stop = async () => {
    await stopChild(child);
    await rm(folder, { recursive: true, force: true });
  };
  await until(`${program} to listen`, () => (hasExited(child) ? true : accepts(port)));
  if (hasExited(child)) throw new Error(`${program} exited: ${output}`);
  return { url: `http://127.0.0.1:${port}`, port, stop };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
