import type { ClientSession } from 'mongoose';
import type { GrantAccess } from './grant-access.ts';

/** issued → authorized → used, or issued → refused. Revoking the application changes authorized tokens to refused. */
export const requestTokenStates = ['issued', 'authorized', 'refused', 'used'] as const;
export type RequestTokenState = (typeof requestTokenStates)[number];

/** A request token (RFC 5849 section 2.1), identified by the digest of the token. Its secrets are encrypted. */
export type StoredRequestToken = {
  digest: string;
  sealedSecret: string;
  applicationId: number;
  companyId: number;
  callback: string;
  state: RequestTokenState;
  /** The owner who decided; null before the decision. */
  userId: number | null;
  verifierDigest: string | null;
  sealedVerifier: string | null;
  verifierTries: number;
  /** What the owner selected. */
  access?: GrantAccess | undefined;
  expiresAt: Date;
};

export type Authorization = { userId: number; verifierDigest: string; sealedVerifier: string; access: GrantAccess };

export type RequestTokenStore = {
  insert(token: StoredRequestToken): Promise<void>;
  find(digest: string): Promise<StoredRequestToken | undefined>;
  findByVerifier(applicationId: number, verifierDigest: string): Promise<StoredRequestToken | undefined>;
  /** Returns false if the token was not `issued` or has expired. */
  authorize(digest: string, authorization: Authorization, now: Date): Promise<boolean>;
  deny(digest: string, userId: number, now: Date): Promise<boolean>;
  /** Counts an attempt to verify. Returns false if `max` attempts were made before. */
  countAttempt(digest: string, max: number): Promise<boolean>;
  /**
   * Changes an `authorized` token to `used` and runs `then` in the same transaction, so that a concurrent revocation or
   * change of access applies to either the token or the new grant. Returns false if the token was not authorized.
   */
  consume(
    digest: string,
    then: (session: ClientSession, access: GrantAccess | undefined) => Promise<void>,
  ): Promise<boolean>;
  /** Changes authorized tokens that were not exchanged yet to `refused`. */
  revokeAuthorized(userId: number, applicationId?: number): Promise<void>;
  /** Changes the access of authorized tokens that were not exchanged yet. */
  setAccess(userId: number, applicationId: number, access: GrantAccess): Promise<void>;
};

/** The record to which the encrypted secrets of a request token are bound. */
export function requestTokenRecord(digest: string): string {
  return `request-token/${digest}`;
}
