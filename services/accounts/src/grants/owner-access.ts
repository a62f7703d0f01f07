import type { Clock } from '@vitae/kit/clock';
import { createSequence } from '@vitae/kit/sequence';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { createApplicationStore } from '../applications/application-store.ts';
import { type Applications, createApplications } from '../applications/applications.ts';
import { systemRandomness as random } from '../applications/token.ts';
import { createForgetOwner, type ForgetOwner } from '../credentials/forget-owner.ts';
import { createOwnerCredentials, type OwnerCredentials } from '../credentials/owner-credentials.ts';
import type { SecretBox } from '../keys/secret-box.ts';
import { createSessionStore, OWNER_SESSION, type SessionStore } from '../sessions/session-store.ts';
import { createGrantStore, type GrantStore } from './grant-store.ts';
import { createRequestTokenStore, type RequestTokenStore } from './request-token-store.ts';

/** By what a CV owner, or an application on the owner's behalf, comes in. */
export type OwnerAccess = {
  applications: Applications;
  requestTokens: RequestTokenStore;
  grants: GrantStore;
  credentials: OwnerCredentials;
  sessions: SessionStore;
  /** Ends all of it when a user is deleted. */
  forgetOwner: ForgetOwner;
};

export type OwnerAccessDependencies = { connection: Connection; redis: Redis; box: SecretBox; clock: Clock };

export function createOwnerAccess({ connection, redis, box, clock }: OwnerAccessDependencies): OwnerAccess {
  const ids = createSequence(connection, 'application');
  const applications = createApplications({ store: createApplicationStore(connection), box, ids, random, clock });
  const requestTokens = createRequestTokenStore(connection);
  const grants = createGrantStore(connection);
  const credentials = createOwnerCredentials(connection);
  const sessions = createSessionStore({ redis, clock, kind: 'owner', limits: OWNER_SESSION });
  const forgetOwner = createForgetOwner({ grants, requestTokens, sessions, credentials });
  return { applications, requestTokens, grants, credentials, sessions, forgetOwner };
}
