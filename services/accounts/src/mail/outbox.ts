import type { Locale } from '@vitae/proto/locale';
import type { ClientSession } from 'mongoose';

/** The mails to CV owners, and the values in their texts. */
export type MailTemplates = {
  ownerInvitation: { company: string; url: string };
  /** The owner may have accounts of several companies. */
  ownerReset: { company: string; username: string; url: string };
  /** To a new email address, which it confirms. */
  ownerEmail: { url: string };
  /** To the former email address. */
  ownerEmailChanged: { email: string };
};
export type MailTemplate = keyof MailTemplates;

type Delivery = {
  to: string;
  locale: Locale;
  /** The mail is pointless afterwards and no longer sent. */
  expiresAt: Date;
};

export type OutgoingMail = {
  [Template in MailTemplate]: { template: Template; values: MailTemplates[Template] };
}[MailTemplate] &
  Delivery;

/** A request for mails with links to reset a password. `to` is the typed user name or email address. */
type ResetRequest = { template: 'ownerResetRequest'; values: { companyId?: number } } & Delivery;

type Queued = { id: string; attempts: number };
export type QueuedResetRequest = ResetRequest & Queued;
export type QueuedMail = (OutgoingMail & Queued) | QueuedResetRequest;

/**
 * Stores mails and requests for reset mails until a site processes them. A process adds a mail in the transaction of the
 * change that the mail is about. The contents are encrypted, because they contain links.
 */
export type Outbox = {
  add(mail: OutgoingMail | ResetRequest, session: ClientSession): Promise<void>;
  /** Returns mails that are due, the first to expire first, so that a password reset does not wait for many invitations. */
  due(limit: number): Promise<QueuedMail[]>;
  /** When the oldest mail that is still to be sent was added, or null if there is none. */
  waitingSince(): Promise<Date | null>;
  /** Called after the mail was sent or rejected. */
  remove(id: string, session?: ClientSession): Promise<void>;
  /** Sends the mail again later: after a minute at first, then after twice the time, at most an hour. */
  postpone(mail: Pick<QueuedMail, 'id' | 'attempts'>): Promise<void>;
};
