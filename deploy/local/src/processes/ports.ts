import { isFree, type PortChooser } from '../free-port.ts';
import { SetupError } from '../setup-error.ts';
import { SERVICE_PORTS, type ServiceName } from './deployables.ts';

export type Ports = {
  gateways: number[];
  metrics: number[];
  services: { name: ServiceName; grpc: number; probe: number }[];
  workers: number[];
  mongod: number;
  redis: number;
};

export type PortWishes = { host: string; port: number; gateways: number; workers: number; services: ServiceName[] };

const WORKER = 8090;
const METRICS = 9464;
// Beside the well-known ones, so that a MongoDB or Redis of one's own keeps its place.
const MONGOD = 27018;
const REDIS = 6380;

/** The gateways' ports are fixed, because addresses were given out; those of the inside are chosen. */
export async function choosePorts(wishes: PortWishes, inside: PortChooser): Promise<Ports> {
  const { host, port, gateways, workers, services } = wishes;
  const outside = Array.from({ length: gateways }, (_, index) => port + index);
  for (const one of outside) await refuseTaken(host, one, inside);
  const ports: Ports = {
    gateways: outside,
    metrics: [],
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
  return ports;
}

async function refuseTaken(host: string, port: number, { claim }: PortChooser): Promise<void> {
  const free = await isFree(host, port).catch((cause: Error) => {
    throw new SetupError(`Nothing can listen on ${host}:${port} (${cause.message}). Correct HOST and PORT.`, { cause });
  });
  if (!free || !claim(port))
    throw new SetupError(
      `Port ${port} is in use by another program. Stop it, or take another port: PORT=${port + 100} npm start`,
    );
}
