import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import { LINK_MINUTES, linkAddress, type OneTimeLinks } from '@vitae/accounts/links/one-time-links';
import type { Outbox } from '@vitae/accounts/mail/outbox';
import type { Clock } from '@vitae/kit/clock';
import type { Logger } from '@vitae/kit/log';
import type { Transact } from '@vitae/kit/transaction';
import { type Locale, parseLocale } from '@vitae/proto/locale';

type ResetLinkDependencies = {
  links: Pick<OneTimeLinks, 'create'>;
  outbox: Pick<Outbox, 'add'>;
  transact: Transact;
  companyName(companyId: number): Promise<string>;
  siteUrl: string;
  clock: Clock;
  log: Logger;
};

/** Creates a reset link for each owner and queues its mail, without making the caller wait. */
export type SendResetLinks = (owners: readonly Owner[], locale: Locale) => void;

export function createSendResetLinks(dependencies: ResetLinkDependencies): SendResetLinks {
  const { links, outbox, transact, companyName, siteUrl, clock, log } = dependencies;
  const send = async ({ companyId, userId, email, username, ...owner }: Owner, locale: Locale): Promise<void> => {
    const company = await companyName(companyId);
    await transact(async (session) => {
      const token = await links.create({ purpose: 'ownerReset', companyId, userId, email }, session);
      const mail = {
        template: 'ownerReset',
        values: { company, username, url: linkAddress(siteUrl, 'ownerReset', token) },
        to: email,
        locale: parseLocale(owner.locale) ?? locale,
        expiresAt: new Date(clock.now() + LINK_MINUTES.ownerReset * 60_000),
      } as const;
      await outbox.add(mail, session);
    });
  };
  return async (owners, locale) => {
    for (const owner of owners)
      await send(owner, locale).catch((err: unknown) => log.error({ err }, 'A reset link was not created'));
  };
}
