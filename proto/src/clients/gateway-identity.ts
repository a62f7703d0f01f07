import { systemClock } from '@vitae/kit/clock';
import type { KeyRing } from '@vitae/kit/key-ring';
import { createServiceIdentity, type ServiceIdentity } from '@vitae/kit/service-identity';

/** The identity under which the gateway, the site and the CLI call services. */
export function gatewayIdentity({ SERVICE_KEYS }: { SERVICE_KEYS: KeyRing }): ServiceIdentity {
  return createServiceIdentity({ name: 'gateway', keys: SERVICE_KEYS, clock: systemClock });
}
