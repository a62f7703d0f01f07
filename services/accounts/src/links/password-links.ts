import type { Locale } from '@vitae/proto/locale';
import type { ClientSession } from 'mongoose';
import type { InvitedOwner } from '../credentials/owner-credentials.ts';
import type { Outbox } from '../mail/outbox.ts';
import { linkAddress, type OneTimeLinks } from './one-time-links.ts';

export type PasswordLinkDependencies = {
  links: Pick<OneTimeLinks, 'create'>;
  outbox: Pick<Outbox, 'add'>;
  siteUrl: string;
};

/** A link with which the owner chooses a password: the first one, or a new one. */
export type PasswordLink = { purpose: 'ownerInvitation' | 'ownerReset'; owner: InvitedOwner };

/** `company` is the name of the company in the text. */
export type PasswordLinkMail = { company: string; locale: Locale; expiresAt: Date };

/** Creates a link, and its mail to the address of the owner unless `mail` is undefined. Returns the address of the link. */
export async function addPasswordLink(
  { links, outbox, siteUrl }: PasswordLinkDependencies,
  { purpose, owner: { companyId, userId, email, username } }: PasswordLink,
  mail: PasswordLinkMail | undefined,
  session: ClientSession,
): Promise<string> {
  const token = await links.create({ purpose, companyId, userId, email }, session);
  const url = linkAddress(siteUrl, purpose, token);
  if (mail) {
    const { company, locale, expiresAt } = mail;
    const text =
      purpose === 'ownerReset'
        ? ({ template: purpose, values: { company, username, url } } as const)
        : ({ template: purpose, values: { company, url } } as const);
    await outbox.add({ ...text, to: email, locale, expiresAt }, session);
  }
  return url;
}
