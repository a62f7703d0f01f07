import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The services behind gRPC, and where each listens on this machine unless the port is taken. Not on gRPC's customary
 * 50051: that is among the ports that systems give to outgoing connections, and one of those can have it just when a
 * service comes up or is brought back. In containers, where each has an address of its own, the settings' defaults hold.
 */
export const SERVICE_PORTS = {
  resume: { grpc: 15051, probe: 9051 },
  preferences: { grpc: 15052, probe: 9052 },
  metadata: { grpc: 15053, probe: 9053 },
  comments: { grpc: 15054, probe: 9054 },
  stats: { grpc: 15055, probe: 9055 },
} as const;

export type ServiceName = keyof typeof SERVICE_PORTS;

/** A folder under services/ is a process of its own exactly when it has a `src/main.ts`. */
export function deployedServices(root: string): ServiceName[] {
  const names = Object.keys(SERVICE_PORTS) as ServiceName[];
  return names.filter((name) => existsSync(join(root, 'services', name, 'src/main.ts')));
}
