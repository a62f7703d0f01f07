import { randomBytes } from 'node:crypto';
import { systemClock } from '@vitae/kit/clock';
import type { KeyRing } from '@vitae/kit/key-ring';
import { type Admits, createCallerGuard, createServiceIdentity, type ServiceIdentity } from '@vitae/kit/service-identity';

/** The service keys of one test: its servers and clients know each other by them. */
export type ScratchIdentity = { keys: KeyRing; identity: ServiceIdentity; admits(audience: string): Admits };

export function scratchIdentity(name = 'gateway'): ScratchIdentity {
  const keys: KeyRing = [{ id: 'test', key: randomBytes(32) }];
  return {
    keys,
    identity: createServiceIdentity({ name, keys, clock: systemClock }),
    admits: (audience) => createCallerGuard({ audience, keys, clock: systemClock, callers: { [name]: 'everything' } }),
  };
}
