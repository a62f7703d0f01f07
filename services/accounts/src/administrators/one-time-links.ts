import type { ClientSession } from 'mongoose';
import type { Role } from './administrator-roles.ts';

export type LinkPurpose =
  | { purpose: 'reset'; companyId: number; administratorId: number; email: string }
  | { purpose: 'invitation'; companyId: number; email: string; role: Role; invitedBy: string };

export type OneTimeLink = LinkPurpose & { id: number; createdAt: Date; expiresAt: Date };
export type Invitation = Extract<OneTimeLink, { purpose: 'invitation' }>;

/** The link was used or has expired. */
export class LinkAlreadyUsed extends Error {
  override name = 'LinkAlreadyUsed';
}

/**
 * Links that work once and expire. Only the digest of the token is stored. `session` is the transaction that uses the
 * link, so that a link is consumed exactly when its purpose succeeds.
 */
export type OneTimeLinks = {
  /** Returns the token, which cannot be retrieved later. Replaces an earlier link for the same email address and purpose. */
  create(link: LinkPurpose, session: ClientSession): Promise<string>;
  /** Finds a link without consuming it, so that a page view or a mail scanner does not invalidate it. */
  find<P extends LinkPurpose['purpose']>(purpose: P, token: string): Promise<LinkOf<P> | undefined>;
  /**
   * Invalidates the link. Of several concurrent calls, only one succeeds.
   * @throws {LinkAlreadyUsed} if the link was used or has expired
   */
  consume(purpose: LinkPurpose['purpose'], token: string, session: ClientSession): Promise<void>;
  /** Returns the open invitations of a company, newest first. */
  invitations(companyId: number): Promise<Invitation[]>;
  withdraw(companyId: number, id: number, session: ClientSession): Promise<Invitation | undefined>;
};

type LinkOf<P> = Extract<OneTimeLink, { purpose: P }>;

/** The validity of links, in minutes. */
export const LINK_MINUTES = { reset: 30, invitation: 7 * 24 * 60 } as const;

export function resetAddress(siteUrl: string, token: string): string {
  return `${siteUrl}/settings/reset/${token}`;
}

export function invitationAddress(siteUrl: string, token: string): string {
  return `${siteUrl}/settings/invitation/${token}`;
}
