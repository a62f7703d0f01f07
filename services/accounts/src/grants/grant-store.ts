import type { ClientSession } from 'mongoose';

/** The access of an application to the data of an owner. A revoked grant is deleted. */
export type Grant = {
  applicationId: number;
  companyId: number;
  userId: number;
  createdAt: Date;
  lastUsedAt: Date | null;
};

/** An access token (RFC 5849 section 2.3), identified by its digest. */
export type StoredAccessToken = { digest: string; sealedSecret: string; createdAt: Date };

export type GrantStore = {
  /** Adds an access token to the grant of the owner. Creates the grant if necessary. */
  addToken(grant: Grant, token: StoredAccessToken, session?: ClientSession): Promise<void>;
  findByToken(digest: string): Promise<(Grant & { token: StoredAccessToken }) | undefined>;
  /** Newest first. */
  listOfUser(userId: number): Promise<Grant[]>;
  /** Returns those of the users who have a grant for the application, in any order. */
  usersWithGrant(applicationId: number, userIds: readonly number[]): Promise<number[]>;
  countOfApplication(applicationId: number): Promise<number>;
  /** Revokes every access token of the grant. Returns false if there was no grant. */
  revoke(userId: number, applicationId: number): Promise<boolean>;
  revokeAll(userId: number): Promise<void>;
  /** Returns the users with a grant for the application whose ids are greater than `userId`, in ascending order. */
  usersAfter(applicationId: number, userId: number, limit: number): Promise<number[]>;
  /** Records a use of the grants of these users, at most once per interval. */
  recordUse(applicationId: number, userIds: readonly number[], at: Date, intervalMs: number): Promise<void>;
};

/** The record to which the encrypted secret of an access token is bound. */
export function accessTokenRecord(digest: string): string {
  return `access-token/${digest}`;
}
