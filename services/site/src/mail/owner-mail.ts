import type { Outbox, QueuedMail, QueuedResetRequest } from '@vitae/accounts/mail/outbox';
import type { Clock } from '@vitae/kit/clock';
import type { Lease } from '@vitae/kit/lease';
import type { Logger } from '@vitae/kit/log';
import type { Metrics } from '@vitae/kit/metrics';
import { createItemStep, createSweep, type Sweep } from '@vitae/kit/sweep';
import { messagesFor } from '../locales/messages.ts';
import type { Mail, Mailer } from './mailer.ts';

type OwnerMailDependencies = {
  outbox: Pick<Outbox, 'due' | 'remove' | 'postpone'>;
  mailer: Pick<Mailer, 'deliver'>;
  /** Queues the mails that a request asks for. */
  queueResetMails: (request: QueuedResetRequest) => Promise<void>;
  lease: Lease;
  clock: Clock;
  log: Logger;
};

const INTERVAL_MS = 3_000;
/** Mails that are sent at the same time, so that a slow mail server or recipient does not delay all. */
const MAX_CONCURRENT_MAILS = 5;
/** An unavailable mail server can take 10 s for each mail, and a batch must take less time than a lease. */
const BATCH_SIZE = 3 * MAX_CONCURRENT_MAILS;

/**
 * Sends the waiting mails to CV owners, each at least once: a mail is removed after the mail server has accepted or
 * rejected it. Mails that fail are sent again later.
 */
export function createOwnerMail({ outbox, mailer, queueResetMails, lease, clock, log }: OwnerMailDependencies): Sweep {
  const send = async (mail: QueuedMail): Promise<void> => {
    let isDone = false;
    try {
      if (mail.template === 'ownerResetRequest') await queueResetMails(mail);
      isDone =
        mail.template === 'ownerResetRequest' || (await mailer.deliver(renderMail(mail, clock.now()))) !== 'later';
    } finally {
      await (isDone ? outbox.remove(mail.id) : outbox.postpone(mail));
    }
  };
  const sendDue = () =>
    createItemStep<QueuedMail>({
      batchSize: BATCH_SIZE,
      concurrency: MAX_CONCURRENT_MAILS,
      list: outbox.due,
      idOf: ({ id }) => id,
      process: send,
      onFailure: ({ template, attempts }, err) =>
        log.error({ err, dependency: 'smtp', template, attempt: attempts + 1 }, 'A mail was not sent; will retry'),
    });
  return createSweep({ lease, steps: () => [sendDue()], everyMs: INTERVAL_MS, log });
}

/** Reports how long mails have been waiting. Every site reports the same number. */
export function observeWaitingMail(metrics: Metrics, outbox: Pick<Outbox, 'waitingSince'>, clock: Clock): void {
  const help = 'Seconds since the oldest waiting mail was queued, 0 if none is waiting';
  metrics.gauge('vitae_mail_waiting_seconds', help, [], async (gauge) => {
    // vitae_dependency_running reports the failure.
    const since = await outbox.waitingSince().catch(() => undefined);
    if (since !== undefined) gauge.set(since === null ? 0 : (clock.now() - since.getTime()) / 1_000);
  });
}

function renderMail(
  { to, locale, template, values, expiresAt }: Exclude<QueuedMail, QueuedResetRequest>,
  now: number,
): Mail {
  const { mail, text } = messagesFor(locale);
  const validity = text(mail.validity, timeUntil(expiresAt, now));
  const { subject, text: body } = mail[template];
  return { to, subject: text(subject, { ...values }), text: text(body, { ...values, validity }) };
}

/** The largest unit that fits. A mail that is sent soon states the whole validity of its link. */
function timeUntil(moment: Date, now: number): { days: number; hours: number; minutes: number } {
  const minutes = Math.max(1, Math.floor((moment.getTime() - now) / 60_000) + 1);
  return { days: Math.floor(minutes / 1_440), hours: Math.floor(minutes / 60), minutes };
}
