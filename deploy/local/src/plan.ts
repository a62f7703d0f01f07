import { join } from 'node:path';
import type { ServiceKeys } from './data-dir/generated-keys.ts';
import type { Ports } from './ports/choose-ports.ts';
import { httpReady } from './processes/http-ready.ts';
import type { KnownFailure, ProcessSpec } from './processes/process-spec.ts';
import { compileCacheIn } from './project-root.ts';
import type { RedisUser } from './redis/redis-users.ts';

export type PlanOptions = {
  root: string;
  node: string;
  host: string;
  ports: Ports;
  mongodbUri: string;
  /** The address of Redis for each process that uses it. */
  redisUrls: Record<RedisUser, string>;
  /** Settings for all processes. Those that are specific to a process take precedence. */
  environment: NodeJS.ProcessEnv;
  masterKeys: string;
  serviceKeys: ServiceKeys;
  browser: string | undefined;
  soffice: string | undefined;
};

const INSIDE = '127.0.0.1';
/** Redis is local and has an open default user. Producers without a key, such as scripts, can add jobs. */
const UNSIGNED_JOBS = { EXPORT_ALLOW_UNSIGNED_JOBS: 'on' };

/** The stages in the order in which they start: each waits until the one before is ready. */
export type Plan = { services: ProcessSpec[]; workersAndSites: ProcessSpec[]; gateways: ProcessSpec[] };

export function planProcesses(options: PlanOptions): Plan {
  const { ports } = options;
  return {
    services: ports.services.map((service) => serviceSpec(options, service)),
    workersAndSites: [
      ...ports.workers.map((port, index) => workerSpec(options, port, index)),
      ...ports.sites.map((site, index) => siteSpec(options, site, index)),
    ],
    gateways: ports.gateways.map((port, index) => gatewaySpec(options, port, index)),
  };
}

function serviceSpec(options: PlanOptions, { name, grpc, probe }: Ports['services'][number]): ProcessSpec {
  return nodeProcess(options, name, `services/${name}`, {
    url: `${INSIDE}:${grpc}`,
    probe: `http://${INSIDE}:${probe}/readyz`,
    metrics: probe,
    env: {
      GRPC_HOST: INSIDE,
      GRPC_PORT: String(grpc),
      PROBE_PORT: String(probe),
      MONGODB_DATABASE: `vitae_${name}`,
      ...(name === 'resume' ? UNSIGNED_JOBS : {}),
    },
  });
}

function workerSpec(options: PlanOptions, port: number, index: number): ProcessSpec {
  return nodeProcess(options, `export-${index + 1}`, 'services/export', {
    url: urlOf(port),
    probe: `${urlOf(port)}/readyz`,
    metrics: port,
    env: {
      HTTP_HOST: INSIDE,
      HTTP_PORT: String(port),
      MONGODB_DATABASE: 'vitae_export',
      SERVICE_PRIVATE_KEY: options.serviceKeys.privateKeys.export,
      REDIS_URL: options.redisUrls.export,
      ...UNSIGNED_JOBS,
      ...serviceAddresses(options.ports),
      ...(options.browser ? { PUPPETEER_EXECUTABLE_PATH: options.browser } : {}),
      ...(options.soffice ? { SOFFICE_BINARY: options.soffice } : {}),
    },
  });
}

function siteSpec(options: PlanOptions, { http, metrics }: Ports['sites'][number], index: number): ProcessSpec {
  const url = urlOf(http);
  return nodeProcess(options, `site-${index + 1}`, 'services/site', {
    url,
    probe: `${url}/readyz`,
    metrics,
    env: {
      ...accountSettings(options),
      SERVICE_PRIVATE_KEY: options.serviceKeys.privateKeys.site,
      REDIS_URL: options.redisUrls.site,
      HOST: INSIDE,
      PORT: String(http),
      METRICS_PORT: String(metrics),
      // Only the gateways connect to it. They forward the address of the client.
      TRUST_PROXY: 'loopback',
    },
  });
}

function gatewaySpec(options: PlanOptions, port: number, index: number): ProcessSpec {
  const metrics = options.ports.metrics[index] ?? 0;
  const reached = `http://${reachable(options.host)}:${port}`;
  return nodeProcess(options, `gateway-${index + 1}`, 'gateway', {
    url: reached,
    probe: `${reached}/readyz`,
    metrics,
    env: { ...gatewaySettings(options), PORT: String(port), METRICS_PORT: String(metrics) },
  });
}

/** The settings of every gateway except its ports. The command line uses them too. */
export function gatewaySettings(
  options: Omit<PlanOptions, 'node' | 'root' | 'browser' | 'soffice'>,
): NodeJS.ProcessEnv {
  return {
    ...accountSettings(options),
    SERVICE_PRIVATE_KEY: options.serviceKeys.privateKeys.gateway,
    REDIS_URL: options.redisUrls.gateway,
    HOST: options.host,
    SITE_PROXY_URL: options.ports.sites.map(({ http }) => urlOf(http)).join(','),
  };
}

/** The settings that gateways and sites share. */
function accountSettings(options: Omit<PlanOptions, 'node' | 'root' | 'browser' | 'soffice'>): NodeJS.ProcessEnv {
  const { ports, environment } = options;
  const address = `http://localhost:${ports.gateways[0]}`;
  return {
    MONGODB_URI: options.mongodbUri,
    MONGODB_DATABASE: 'vitae_gateway',
    MASTER_KEYS: options.masterKeys,
    COMPANY_API_URL: environment.COMPANY_API_URL ?? address,
    OAUTH_URL: environment.OAUTH_URL ?? address,
    USER_API_URL: environment.USER_API_URL ?? address,
    SITE_URL: environment.SITE_URL ?? address,
    ...serviceAddresses(ports),
    EXPORT_URL: ports.workers.map(urlOf).join(','),
  };
}

const urlOf = (port: number) => `http://${INSIDE}:${port}`;

const serviceAddresses = (ports: Ports) =>
  Object.fromEntries(ports.services.map(({ name, grpc }) => [`${name.toUpperCase()}_ADDRESS`, `${INSIDE}:${grpc}`]));

/** An address to connect to, also if the process listens on all addresses. */
const reachable = (host: string) => (host === '0.0.0.0' || host === '::' ? INSIDE : host);

function nodeProcess(
  options: PlanOptions,
  name: string,
  folder: string,
  { url, probe, metrics, env }: { url: string; probe: string; metrics: number; env: NodeJS.ProcessEnv },
): ProcessSpec {
  return {
    name,
    folder,
    command: options.node,
    args: [join(options.root, folder, 'dist/main.js')],
    env: {
      // A terminal shows only rejected and failed requests.
      LOG_SUCCESS_RATIO: '0',
      ...options.environment,
      NODE_ENV: 'production',
      // Processes start about 20 % faster with cached bytecode.
      NODE_COMPILE_CACHE: compileCacheIn(options.root),
      MONGODB_URI: options.mongodbUri,
      SERVICE_PUBLIC_KEYS: options.serviceKeys.publicKeys,
      SITE_URL: options.environment.SITE_URL ?? `http://localhost:${options.ports.gateways[0]}`,
      ...env,
    },
    url,
    metrics: `${urlOf(metrics)}/metrics`,
    ready: httpReady(probe),
    quiet: false,
    essential: false,
    knownFailures: KNOWN_FAILURES,
  };
}

const KNOWN_FAILURES: KnownFailure[] = [
  { pattern: /^Invalid settings:/, explanation: 'A setting is invalid.' },
  { pattern: /EADDRINUSE/, explanation: 'Another program has taken a port during the start. Retry.' },
];
