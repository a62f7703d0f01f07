import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gatewayIdentity } from '@vitae/proto/clients/gateway-identity';
import { keyRing } from '@vitae/kit/key-ring';
import type { ServiceIdentity } from '@vitae/kit/service-identity';

/** The keys by which the processes of a running system know each other, as its folder has them. */
export const serviceKeysOf = (dataDir: string): string => readFileSync(join(dataDir, 'service-keys'), 'utf8').trim();

/** To call the services of a running system as its gateway does. */
export function gatewayIdentityOf(dataDir: string): ServiceIdentity {
  return gatewayIdentity({ SERVICE_KEYS: keyRing('the keys').parse(serviceKeysOf(dataDir)) });
}
