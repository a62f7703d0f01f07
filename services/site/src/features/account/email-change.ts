import type { LoginUser } from '@vitae/accounts/credentials/login-names';
import { loginKey } from '@vitae/accounts/credentials/owner-credentials';
import {
  LinkAlreadyUsed,
  type LinkOf,
  linkAddress,
  linkExpiry,
  type OneTimeLinks,
} from '@vitae/accounts/links/one-time-links';
import type { Outbox } from '@vitae/accounts/mail/outbox';
import type { Clock } from '@vitae/kit/clock';
import { VitaeError } from '@vitae/kit/errors';
import type { Transact } from '@vitae/kit/transaction';
import type { Locale } from '@vitae/proto/locale';
import type { RateLimit, RateLimiter } from '../../sessions/rate-limiter.ts';
import type { OwnProfile } from './own-profile.ts';

export type EmailLink = LinkOf<'ownerEmail'>;

/** An address change applies when the owner opens the link that is mailed to the new address. */
export type EmailChange = {
  /** Returns the address that waits for confirmation. */
  pending(userId: number): Promise<string | undefined>;
  /**
   * Mails a link to the new address, which replaces an earlier one. Does not check whether the address is taken: that
   * would reveal the addresses of others to owners who cannot read mail sent to them.
   * @returns 0, or the seconds to wait after too many mails
   */
  request(owner: LoginUser, addresses: { former: string; email: string }, locale: Locale): Promise<number>;
  cancel(userId: number): Promise<void>;
  find(token: string): Promise<EmailLink | undefined>;
  /** Changes the address, consumes the link, and sends a notice to the former address. */
  confirm(link: EmailLink, token: string, request: { requestId: string; locale: Locale }): Promise<Confirmation>;
};

/** `taken` if another user of the company has the address, `deleted` if the user no longer exists. */
export type Confirmation = 'changed' | 'taken' | 'deleted';

export type EmailChangeDependencies = {
  links: OneTimeLinks;
  outbox: Pick<Outbox, 'add'>;
  transact: Transact;
  profile: Pick<OwnProfile, 'read' | 'setEmail'>;
  rate: Pick<RateLimiter, 'count'>;
  siteUrl: string;
  clock: Clock;
};

const MAILS_OF_OWNER: RateLimit = { name: 'email-changes:owner', max: 10, windowSeconds: 3_600 };
/** Bounds the mails that several owners together can send to an address. */
const MAILS_TO_ADDRESS: RateLimit = { name: 'email-changes:address', max: 10, windowSeconds: 3_600 };
/** Mails that expire first are sent first, so the notice does not wait behind many invitations. */
const NOTICE_MINUTES = 24 * 60;

export function createEmailChange(dependencies: EmailChangeDependencies): EmailChange {
  const { links, outbox, transact, rate, siteUrl, clock } = dependencies;
  return {
    pending: async (userId) => (await links.findOfOwner('ownerEmail', userId))?.email,
    request: async ({ companyId, userId }, { former, email }, locale) => {
      const retryAfter =
        (await rate.count(MAILS_OF_OWNER, String(userId))) || (await rate.count(MAILS_TO_ADDRESS, loginKey(email)));
      if (retryAfter > 0) return retryAfter;
      await transact(async (session) => {
        const token = await links.create({ purpose: 'ownerEmail', companyId, userId, email, former }, session);
        const url = linkAddress(siteUrl, 'ownerEmail', token);
        const expiresAt = linkExpiry('ownerEmail', clock);
        await outbox.add({ template: 'ownerEmail', values: { url }, to: email, locale, expiresAt }, session);
      });
      return 0;
    },
    cancel: async (userId) => {
      await transact((session) => links.withdrawOfOwner('ownerEmail', userId, session));
    },
    find: (token) => links.find('ownerEmail', token),
    confirm: async (link, token, request) => {
      try {
        await confirm(dependencies, link, token, request);
        return 'changed';
      } catch (error) {
        const { reason } = VitaeError.from(error);
        if (reason === 'email_taken') return 'taken';
        if (reason === 'user_not_found') return 'deleted';
        throw error;
      }
    },
  };
}

/**
 * The address changes in another database than the link, and before it: if the process stops in between, the link still
 * works, and opening it again completes the change. In the other order, the confirmation would be lost.
 */
async function confirm(
  { links, outbox, transact, profile, clock }: EmailChangeDependencies,
  link: EmailLink,
  token: string,
  { requestId, locale }: Parameters<EmailChange['confirm']>[2],
): Promise<void> {
  const { email } = link;
  const before = (await profile.read(link, requestId)).email;
  if (before !== email) await profile.setEmail(link, email, requestId);
  // An interrupted confirmation has changed the address already, so the link knows the former one.
  const to = loginKey(before) === loginKey(email) ? link.former : before;
  const expiresAt = new Date(clock.now() + NOTICE_MINUTES * 60_000);
  try {
    await transact(async (session) => {
      await links.consume('ownerEmail', token, session);
      if (loginKey(to) === loginKey(email)) return; // only the letter case has changed
      await outbox.add({ template: 'ownerEmailChanged', values: { email }, to, locale, expiresAt }, session);
    });
  } catch (error) {
    // A concurrent confirmation has sent the mail.
    if (!(error instanceof LinkAlreadyUsed)) throw error;
  }
}
