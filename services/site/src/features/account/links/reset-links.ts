import type { Owner, OwnerCredentials } from '@vitae/accounts/credentials/owner-credentials';
import { linkExpiry, type OneTimeLinks } from '@vitae/accounts/links/one-time-links';
import { addPasswordLink } from '@vitae/accounts/links/password-links';
import type { Outbox, QueuedResetRequest } from '@vitae/accounts/mail/outbox';
import type { Clock } from '@vitae/kit/clock';
import type { Transact } from '@vitae/kit/transaction';
import { type Locale, parseLocale } from '@vitae/proto/locale';
import type { ClientSession } from 'mongoose';

export type ResetLinkDependencies = {
  credentials: Pick<OwnerCredentials, 'findByLogin'>;
  links: Pick<OneTimeLinks, 'create'>;
  outbox: Pick<Outbox, 'add' | 'remove'>;
  transact: Transact;
  companyName(companyId: number): Promise<string>;
  siteUrl: string;
  clock: Clock;
};

/**
 * Links with which owners reset their password. A request is queued as it was typed, so that neither the page nor its
 * duration reveals whether the name exists, and no request is lost when the site stops.
 */
export type ResetLinks = {
  request(login: string, companyId: number | undefined, locale: Locale): Promise<void>;
  /** Creates the link and the mail of each owner with the name, and removes the request, or does nothing. */
  queueMails(request: QueuedResetRequest): Promise<void>;
};

export function createResetLinks(dependencies: ResetLinkDependencies): ResetLinks {
  const { credentials, outbox, transact, companyName, clock } = dependencies;
  const addMail = (owner: Owner, company: string, locale: Locale, session: ClientSession) => {
    const mail = { company, locale: parseLocale(owner.locale) ?? locale, expiresAt: linkExpiry('ownerReset', clock) };
    return addPasswordLink(dependencies, { purpose: 'ownerReset', owner }, mail, session);
  };
  return {
    request: (login, companyId, locale) => {
      const values = companyId === undefined ? {} : { companyId };
      const request = {
        template: 'ownerResetRequest',
        values,
        to: login,
        locale,
        expiresAt: linkExpiry('ownerReset', clock),
      } as const;
      return transact((session) => outbox.add(request, session));
    },
    queueMails: async ({ id, to, values, locale }) => {
      const owners = await credentials.findByLogin(to, values.companyId);
      const names = await Promise.all(owners.map(({ companyId }) => companyName(companyId)));
      await transact(async (session) => {
        for (const [index, owner] of owners.entries()) await addMail(owner, names[index] ?? '', locale, session);
        await outbox.remove(id, session);
      });
    },
  };
}
