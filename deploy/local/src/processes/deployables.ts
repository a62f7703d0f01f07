import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The preferred local ports of the gRPC services. Not the usual 50051: the system may give a port of that range to an
 * outgoing connection while a service restarts. In containers, each service uses the default of its settings.
 */
export const SERVICE_PORTS = {
  resume: { grpc: 15051, probe: 9051 },
  preferences: { grpc: 15052, probe: 9052 },
  metadata: { grpc: 15053, probe: 9053 },
  comments: { grpc: 15054, probe: 9054 },
  stats: { grpc: 15055, probe: 9055 },
} as const;

export type ServiceName = keyof typeof SERVICE_PORTS;

/** Returns the gRPC services. A folder under services/ is deployable if and only if it has a `src/main.ts`. */
export function deployedServices(root: string): ServiceName[] {
  const names = Object.keys(SERVICE_PORTS) as ServiceName[];
  return names.filter((name) => existsSync(join(root, 'services', name, 'src/main.ts')));
}
