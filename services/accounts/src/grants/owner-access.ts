import type { Clock } from '@vitae/kit/clock';
import { createSequence } from '@vitae/kit/sequence';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { createApplicationStore } from '../applications/application-mongo-store.ts';
import { type Applications, createApplications } from '../applications/applications.ts';
import { systemRandomBytes as random } from '../applications/token.ts';
import type { OwnerCredentials } from '../credentials/owner-credentials.ts';
import { createOwnerCredentials } from '../credentials/owner-credentials-mongo-store.ts';
import { createOneTimeLinks } from '../links/one-time-link-mongo-store.ts';
import type { OneTimeLinks } from '../links/one-time-links.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { createSessionStore, OWNER_SESSION, type SessionStore } from '../sessions/session-store.ts';
import type { AccessLog } from './access-log.ts';
import { createAccessLog } from './access-log-mongo-store.ts';
import { createGrantStore } from './grant-mongo-store.ts';
import type { GrantStore } from './grant-store.ts';
import { createRequestTokenStore } from './request-token-mongo-store.ts';
import type { RequestTokenStore } from './request-token-store.ts';

/** How CV owners, and applications on their behalf, access the platform. */
export type OwnerAccess = {
  applications: Applications;
  requestTokens: RequestTokenStore;
  grants: GrantStore;
  /** What applications accessed. */
  accessLog: AccessLog;
  credentials: OwnerCredentials;
  sessions: SessionStore;
  links: OneTimeLinks;
  revokeOwnerAccess: RevokeOwnerAccess;
};

/** Ends every session, link, grant, token and credential of a user. Idempotent. */
export type RevokeOwnerAccess = (userId: number) => Promise<void>;

type OwnerAccessDependencies = { connection: Connection; redis: Redis; box: SecretBox; clock: Clock };

export function createOwnerAccess({ connection, redis, box, clock }: OwnerAccessDependencies): OwnerAccess {
  const ids = createSequence(connection, 'application');
  const applications = createApplications({ store: createApplicationStore(connection), box, ids, random, clock });
  const requestTokens = createRequestTokenStore(connection);
  const grants = createGrantStore(connection);
  const accessLog = createAccessLog(connection);
  const credentials = createOwnerCredentials(connection);
  const links = createOneTimeLinks(connection, clock);
  const sessions = createSessionStore({ redis, box, clock, kind: 'owner', limits: OWNER_SESSION });
  const revokeOwnerAccess = async (userId: number) => {
    // Request tokens are first, so that none is exchanged for a grant after the grants were revoked.
    await requestTokens.revokeAuthorized(userId);
    await grants.revokeAll(userId);
    // Before the credential, so that no link creates it again.
    await links.removeAllOfOwner(userId);
    await credentials.remove(userId);
    await sessions.endAll(userId);
  };
  return { applications, requestTokens, grants, accessLog, credentials, sessions, links, revokeOwnerAccess };
}
