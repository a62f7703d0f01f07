import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyRing } from '@vitae/kit/key-ring';
import type { ServiceIdentity } from '@vitae/kit/service-identity';
import { gatewayIdentity } from '@vitae/proto/clients/gateway-identity';

/** Returns the service keys of a running system. */
export const serviceKeysOf = (dataDir: string): string => readFileSync(join(dataDir, 'service-keys'), 'utf8').trim();

/** Returns the gateway's identity for calls to the services of a running system. */
export function gatewayIdentityOf(dataDir: string): ServiceIdentity {
  return gatewayIdentity({ SERVICE_KEYS: keyRing('the keys').parse(serviceKeysOf(dataDir)) });
}
