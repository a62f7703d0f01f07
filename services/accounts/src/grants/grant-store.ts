import type { ClientSession } from 'mongoose';
import type { GrantAccess } from './grant-access.ts';

/** The access of an application to the data of an owner. A revoked grant is deleted. */
export type Grant = {
  applicationId: number;
  companyId: number;
  userId: number;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Absent for access to everything. */
  access?: GrantAccess | undefined;
};

/** A user who granted access to an application, and to what. */
export type UserGrant = Pick<Grant, 'userId' | 'access'>;

/** An access token (RFC 5849 section 2.3), identified by its digest. */
export type StoredAccessToken = { digest: string; sealedSecret: string; createdAt: Date };

export type GrantStore = {
  /**
   * Adds an access token to the grant of the owner. Creates the grant if necessary. `access` replaces that of the grant;
   * without it, the grant keeps its own.
   */
  addToken(grant: Grant, token: StoredAccessToken, session?: ClientSession): Promise<void>;
  findByToken(digest: string): Promise<(Grant & { token: StoredAccessToken }) | undefined>;
  find(userId: number, applicationId: number): Promise<Grant | undefined>;
  /** Newest first. */
  listOfUser(userId: number): Promise<Grant[]>;
  /** Returns the grants of those of the users who have one for the application, in any order. */
  grantsOfUsers(applicationId: number, userIds: readonly number[]): Promise<UserGrant[]>;
  countOfApplication(applicationId: number): Promise<number>;
  /** Revokes every access token of the grant. Returns false if there was no grant. */
  revoke(userId: number, applicationId: number): Promise<boolean>;
  revokeAll(userId: number): Promise<void>;
  /** Returns the grants for the application of users whose ids are greater than `userId`, in ascending order. */
  grantsAfter(applicationId: number, userId: number, limit: number): Promise<UserGrant[]>;
  /** Applies to the next request with any token of the grant. Returns false if there is no grant. */
  setAccess(userId: number, applicationId: number, access: GrantAccess): Promise<boolean>;
  /** Records a use of the grants of these users, at most once per interval. */
  recordUse(applicationId: number, userIds: readonly number[], at: Date, intervalMs: number): Promise<void>;
};

/** The record to which the encrypted secret of an access token is bound. */
export function accessTokenRecord(digest: string): string {
  return `access-token/${digest}`;
}
