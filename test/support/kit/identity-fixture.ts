import { systemClock } from '@vitae/kit/clock';
import type { AuthorizeCall, ServiceIdentity } from '@vitae/kit/service-identity';
import { readPublicKeys, verify } from '@vitae/kit/signing-keys';
import type { CallingProcess } from '@vitae/proto/allowed-callers';
import { identityOf, newPrivateKey, publicKeyItem } from '../service-keys.ts';

/** The identity of a process, and services that allow this process to call every method. */
export type IdentityFixture = {
  identity: ServiceIdentity;
  authorizerFor(audience: string): AuthorizeCall;
};

export function createIdentityFixture(name: CallingProcess = 'gateway'): IdentityFixture {
  const privateKey = newPrivateKey();
  const keys = readPublicKeys(publicKeyItem(name, privateKey));
  return {
    identity: identityOf(name, privateKey),
    authorizerFor: (audience) => async (token) => (await verify(token, { keys, audience, clock: systemClock }))?.issuer,
  };
}
