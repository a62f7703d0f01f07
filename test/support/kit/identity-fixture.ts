import { randomBytes } from 'node:crypto';
import { systemClock } from '@vitae/kit/clock';
import type { KeyRing } from '@vitae/kit/key-ring';
import {
  type AuthorizeCall,
  createCallAuthorizer,
  createServiceIdentity,
  type ServiceIdentity,
} from '@vitae/kit/service-identity';

/** Service keys shared by the servers and clients of one test. */
export type IdentityFixture = {
  keys: KeyRing;
  identity: ServiceIdentity;
  authorizerFor(audience: string): AuthorizeCall;
};

export function createIdentityFixture(name = 'gateway'): IdentityFixture {
  const keys: KeyRing = [{ id: 'test', key: randomBytes(32) }];
  return {
    keys,
    identity: createServiceIdentity({ name, keys, clock: systemClock }),
    authorizerFor: (audience) =>
      createCallAuthorizer({ audience, keys, clock: systemClock, callers: { [name]: 'everything' } }),
  };
}
