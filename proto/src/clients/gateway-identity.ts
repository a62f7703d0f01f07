import { systemClock } from '@vitae/kit/clock';
import { createServiceIdentity, type ServiceIdentity } from '@vitae/kit/service-identity';
import type { Config } from '@vitae/gateway/config';

/** Who the gateway, and the command line in its place, is to the services. */
export function gatewayIdentity({ SERVICE_KEYS }: Pick<Config, 'SERVICE_KEYS'>): ServiceIdentity {
  return createServiceIdentity({ name: 'gateway', keys: SERVICE_KEYS, clock: systemClock });
}
