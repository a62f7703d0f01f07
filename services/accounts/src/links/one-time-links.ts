import type { Clock } from '@vitae/kit/clock';
import type { ClientSession } from 'mongoose';
import type { Role } from '../administrators/administrator-roles.ts';

/** The user of a link, and the email address of the user when the link was created. */
type LinkOwner = { companyId: number; userId: number; email: string };

export type LinkPurpose =
  | { purpose: 'reset'; companyId: number; administratorId: number; email: string }
  | { purpose: 'invitation'; companyId: number; email: string; role: Role; invitedBy: string }
  /** A CV owner chooses the first password. */
  | ({ purpose: 'ownerInvitation' } & LinkOwner)
  | ({ purpose: 'ownerReset' } & LinkOwner)
  /** Confirms `email` as the new address of a CV owner. `former` is the address at the time of the request. */
  | ({ purpose: 'ownerEmail'; former: string } & LinkOwner)
  /** Signs a CV owner in. The browser is then redirected to `path`. */
  | ({ purpose: 'ownerSignIn'; path: string } & LinkOwner);

export type OneTimeLink = LinkPurpose & { id: number; createdAt: Date; expiresAt: Date };
export type Invitation = Extract<OneTimeLink, { purpose: 'invitation' }>;
export type OwnerLinkPurpose = Extract<LinkPurpose, { userId: number }>['purpose'];

/** The link was used or has expired. */
export class LinkAlreadyUsed extends Error {
  override name = 'LinkAlreadyUsed';
}

/**
 * Links that work once and expire. Only the digest of the token is stored. `session` is the transaction that uses the
 * link, so that a link is consumed exactly when its purpose succeeds.
 */
export type OneTimeLinks = {
  /**
   * Returns the token, which cannot be retrieved later. Replaces an earlier link of the same purpose for the same CV
   * owner, or for the same email address of a company's team.
   */
  create(link: LinkPurpose, session: ClientSession): Promise<string>;
  /** Finds a link without consuming it, so that a page view or a mail scanner does not invalidate it. */
  find<P extends LinkPurpose['purpose']>(purpose: P, token: string): Promise<LinkOf<P> | undefined>;
  /**
   * Invalidates the link. Of several concurrent calls, only one succeeds.
   * @throws {LinkAlreadyUsed} if the link was used or has expired
   */
  consume(purpose: LinkPurpose['purpose'], token: string, session: ClientSession): Promise<void>;
  /** Returns the open invitations to the team of a company, newest first. */
  invitations(companyId: number): Promise<Invitation[]>;
  withdraw(companyId: number, id: number, session: ClientSession): Promise<Invitation | undefined>;
  /** Returns the open link of a CV owner. */
  findOfOwner<P extends OwnerLinkPurpose>(purpose: P, userId: number): Promise<LinkOf<P> | undefined>;
  /** Returns the open links of these CV owners, in any order. */
  findOfOwners<P extends OwnerLinkPurpose>(purpose: P, userIds: readonly number[]): Promise<LinkOf<P>[]>;
  /** Invalidates the link of a CV owner. Returns false if there is none. */
  withdrawOfOwner(purpose: OwnerLinkPurpose, userId: number, session: ClientSession): Promise<boolean>;
  /** Invalidates all links of a CV owner. */
  removeAllOfOwner(userId: number, session?: ClientSession): Promise<void>;
};

export type LinkOf<P> = Extract<OneTimeLink, { purpose: P }>;

/** The validity of links, in minutes. */
export const LINK_MINUTES = {
  reset: 30,
  invitation: 7 * 24 * 60,
  ownerInvitation: 7 * 24 * 60,
  ownerReset: 30,
  ownerEmail: 24 * 60,
  ownerSignIn: 1,
} as const satisfies Record<LinkPurpose['purpose'], number>;

/** Returns when a link that is created now expires. */
export function linkExpiry(purpose: LinkPurpose['purpose'], clock: Clock): Date {
  return new Date(clock.now() + LINK_MINUTES[purpose] * 60_000);
}

/** The pages of links, relative to the site. The token follows. */
const PATHS: Record<LinkPurpose['purpose'], string> = {
  reset: '/settings/reset',
  invitation: '/settings/invitation',
  ownerInvitation: '/account/invitation',
  ownerReset: '/account/reset',
  ownerEmail: '/account/email',
  ownerSignIn: '/account/sign-in-link',
};

export function linkAddress(siteUrl: string, purpose: LinkPurpose['purpose'], token: string): string {
  return `${siteUrl}${PATHS[purpose]}/${token}`;
}
