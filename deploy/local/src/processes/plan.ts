import { join } from 'node:path';
import { httpReady } from './http-ready.ts';
import type { Ports } from './ports.ts';
import type { KnownFailure, ProcessSpec } from './process-spec.ts';

export type PlanOptions = {
  root: string;
  node: string;
  host: string;
  ports: Ports;
  mongodbUri: string;
  redisUrl: string;
  /** Settings for all processes; those of a process come over them. */
  environment: NodeJS.ProcessEnv;
  masterKeys: string;
  serviceKeys: string;
  browser: string | undefined;
  soffice: string | undefined;
};

const INSIDE = '127.0.0.1';

/** What is started, in order: each stage when the one before is ready. */
export type Plan = { services: ProcessSpec[]; outside: ProcessSpec[] };

export function planProcesses(options: PlanOptions): Plan {
  const { ports } = options;
  return {
    services: ports.services.map((service) => serviceSpec(options, service)),
    outside: [
      ...ports.workers.map((port, index) => workerSpec(options, port, index)),
      ...ports.gateways.map((port, index) => gatewaySpec(options, port, index)),
    ],
  };
}

function serviceSpec(options: PlanOptions, { name, grpc, probe }: Ports['services'][number]): ProcessSpec {
  return nodeProcess(options, name, `services/${name}`, {
    url: `${INSIDE}:${grpc}`,
    probe: `http://${INSIDE}:${probe}/readyz`,
    env: { GRPC_HOST: INSIDE, GRPC_PORT: String(grpc), PROBE_PORT: String(probe), MONGODB_DATABASE: `vitae_${name}` },
  });
}

function workerSpec(options: PlanOptions, port: number, index: number): ProcessSpec {
  return nodeProcess(options, `export-${index + 1}`, 'services/export', {
    url: `http://${INSIDE}:${port}`,
    probe: `http://${INSIDE}:${port}/readyz`,
    env: {
      HTTP_HOST: INSIDE,
      HTTP_PORT: String(port),
      MONGODB_DATABASE: 'vitae_export',
      ...serviceAddresses(options.ports),
      ...(options.browser ? { PUPPETEER_EXECUTABLE_PATH: options.browser } : {}),
      ...(options.soffice ? { SOFFICE_BINARY: options.soffice } : {}),
    },
  });
}

function gatewaySpec(options: PlanOptions, port: number, index: number): ProcessSpec {
  const reached = `http://${reachable(options.host)}:${port}`;
  return nodeProcess(options, `gateway-${index + 1}`, 'gateway', {
    url: reached,
    probe: `${reached}/readyz`,
    env: { ...gatewaySettings(options), PORT: String(port), METRICS_PORT: String(options.ports.metrics[index]) },
  });
}

/** The gateway's settings but its port; the command line works with them too. */
export function gatewaySettings(
  options: Omit<PlanOptions, 'node' | 'root' | 'browser' | 'soffice'>,
): NodeJS.ProcessEnv {
  const { ports, environment } = options;
  const address = `http://localhost:${ports.gateways[0]}`;
  return {
    HOST: options.host,
    MONGODB_URI: options.mongodbUri,
    MONGODB_DATABASE: 'vitae_gateway',
    REDIS_URL: options.redisUrl,
    MASTER_KEYS: options.masterKeys,
    SERVICE_KEYS: options.serviceKeys,
    COMPANY_API_URL: environment.COMPANY_API_URL ?? address,
    OAUTH_URL: environment.OAUTH_URL ?? address,
    USER_API_URL: environment.USER_API_URL ?? address,
    SITE_URL: environment.SITE_URL ?? address,
    ...serviceAddresses(ports),
    EXPORT_URL: ports.workers.map((worker) => `http://${INSIDE}:${worker}`).join(','),
  };
}

const serviceAddresses = (ports: Ports) =>
  Object.fromEntries(ports.services.map(({ name, grpc }) => [`${name.toUpperCase()}_ADDRESS`, `${INSIDE}:${grpc}`]));

/** An address to connect to, where the one to listen on is "all". */
const reachable = (host: string) => (host === '0.0.0.0' || host === '::' ? INSIDE : host);

function nodeProcess(
  options: PlanOptions,
  name: string,
  folder: string,
  { url, probe, env }: { url: string; probe: string; env: NodeJS.ProcessEnv },
): ProcessSpec {
  return {
    name,
    command: options.node,
    args: [join(options.root, folder, 'dist/main.js')],
    env: {
      ...options.environment,
      NODE_ENV: 'production',
      MONGODB_URI: options.mongodbUri,
      REDIS_URL: options.redisUrl,
      SERVICE_KEYS: options.serviceKeys,
      SITE_URL: options.environment.SITE_URL ?? `http://localhost:${options.ports.gateways[0]}`,
      ...env,
    },
    url,
    ready: httpReady(probe),
    quiet: false,
    essential: false,
    knownFailures: KNOWN_FAILURES,
  };
}

const KNOWN_FAILURES: KnownFailure[] = [
  { says: /^Invalid settings:/, sentence: 'A setting is wrong.' },
  { says: /EADDRINUSE/, sentence: 'A port has been taken by another program meanwhile. Start again.' },
];
