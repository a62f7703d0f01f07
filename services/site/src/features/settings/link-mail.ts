import type { Administrator } from '@vitae/accounts/administrators/administrators';
import { type AuditLog, entryBy } from '@vitae/accounts/audit/audit-log';
import { LINK_MINUTES, linkAddress, type OneTimeLinks } from '@vitae/accounts/links/one-time-links';
import type { Logger } from '@vitae/kit/log';
import type { Transact } from '@vitae/kit/transaction';
import type { Locale } from '@vitae/proto/locale';
import { messagesFor } from '../../locales/messages.ts';
import type { Mailer } from '../../mail/mailer.ts';

/** Mails with one-time links. */
export type LinkMail = {
  /** Creates a reset link and sends it without making the caller wait. */
  sendReset(administrator: Administrator, locale: Locale, from: string | undefined): void;
  sendInvitation(invitation: { email: string; company: string; inviter: string; url: string }, locale: Locale): void;
};

export type LinkMailDependencies = {
  mailer: Pick<Mailer, 'send'>;
  links: Pick<OneTimeLinks, 'create'>;
  transact: Transact;
  audit: AuditLog;
  siteUrl: string;
  log: Logger;
};

export function createLinkMail({ mailer, links, transact, audit, siteUrl, log }: LinkMailDependencies): LinkMail {
  const reset = async (administrator: Administrator, locale: Locale, from: string | undefined) => {
    const { id: administratorId, companyId, email } = administrator;
    const entry = {
      ...entryBy(administrator, 'resetLinkMade', from),
      actor: { kind: 'stranger', name: email },
    } as const;
    const token = await transact(async (session) => {
      await audit.record(entry, session);
      return links.create({ purpose: 'reset', companyId, administratorId, email }, session);
    });
    const { mail, text } = messagesFor(locale);
    const body = text(mail.reset.text, { url: linkAddress(siteUrl, 'reset', token), minutes: LINK_MINUTES.reset });
    mailer.send({ to: email, subject: mail.reset.subject, text: body });
  };
  return {
    sendReset: (administrator, locale, from) => {
      reset(administrator, locale, from).catch((err: unknown) => log.error({ err }, 'A link was not made'));
    },
    sendInvitation: ({ email, company, inviter, url }, locale) => {
      const { mail, text } = messagesFor(locale);
      const subject = text(mail.invitation.subject, { company });
      mailer.send({ to: email, subject, text: text(mail.invitation.text, { inviter, company, url }) });
    },
  };
}
