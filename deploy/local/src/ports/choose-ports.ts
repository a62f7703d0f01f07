import { SERVICE_PORTS, type ServiceName } from '../processes/deployables.ts';
import { SetupError } from '../setup-error.ts';
import { isFree, type PortChooser } from './port-chooser.ts';

export type Ports = {
  gateways: number[];
  /** The metrics ports of the gateways. */
  metrics: number[];
  sites: { http: number; metrics: number }[];
  services: { name: ServiceName; grpc: number; probe: number }[];
  workers: number[];
  mongod: number;
  redis: number;
};

export type PortOptions = {
  host: string;
  port: number;
  gateways: number;
  sites: number;
  workers: number;
  services: ServiceName[];
};

const SITE = 8081;
const WORKER = 8090;
const METRICS = 9464;
// Not the standard ports, which belong to a MongoDB or Redis that is installed on the machine.
const MONGOD = 27018;
const REDIS = 6380;

/** The ports of the gateways are fixed, because their addresses are public. The others are chosen among the free ports. */
export async function choosePorts(options: PortOptions, inside: PortChooser): Promise<Ports> {
  const { host, port, gateways, sites, workers, services } = options;
  const outside = Array.from({ length: gateways }, (_, index) => port + index);
  for (const one of outside) await claimFixedPort(host, one, inside);
  const ports: Ports = {
    gateways: outside,
    metrics: [],
    sites: [],
    services: [],
    workers: [],
    mongod: await inside.choose(MONGOD),
    redis: await inside.choose(REDIS),
  };
  for (const name of services) {
    const { grpc, probe } = SERVICE_PORTS[name];
    ports.services.push({ name, grpc: await inside.choose(grpc), probe: await inside.choose(probe) });
  }
  for (let index = 0; index < workers; index += 1) ports.workers.push(await inside.choose(WORKER + index));
  for (let index = 0; index < gateways; index += 1) ports.metrics.push(await inside.choose(METRICS + index));
  for (let index = 0; index < sites; index += 1)
    ports.sites.push({
      http: await inside.choose(SITE + index),
      metrics: await inside.choose(METRICS + gateways + index),
    });
  return ports;
}

async function claimFixedPort(host: string, port: number, { claim }: PortChooser): Promise<void> {
  const free = await isFree(host, port).catch((cause: Error) => {
    throw new SetupError(`Cannot listen on ${host}:${port} (${cause.message}). Correct HOST and PORT.`, { cause });
  });
  if (!free || !claim(port))
    throw new SetupError(
      `Port ${port} is in use by another program. Stop it, or use another port: PORT=${port + 100} npm start`,
    );
}
