import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The services behind gRPC, and where each listens unless the port is taken. */
export const SERVICE_PORTS = {
  resume: { grpc: 50051, probe: 9051 },
  preferences: { grpc: 50052, probe: 9052 },
  metadata: { grpc: 50053, probe: 9053 },
  comments: { grpc: 50054, probe: 9054 },
  stats: { grpc: 50055, probe: 9055 },
} as const;

export type ServiceName = keyof typeof SERVICE_PORTS;

/** A folder under services/ is a process of its own exactly when it has a `src/main.ts`. */
export function deployedServices(root: string): ServiceName[] {
  const names = Object.keys(SERVICE_PORTS) as ServiceName[];
  return names.filter((name) => existsSync(join(root, 'services', name, 'src/main.ts')));
}
