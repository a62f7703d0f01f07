import type { Logger } from '@vitae/kit/log';
import { createTransport } from 'nodemailer';

/** A plain-text mail. */
export type Mail = { to: string; subject: string; text: string };

/** The result of a delivery: accepted, rejected permanently for this address, or to be retried later. */
export type Delivery = 'accepted' | 'rejected' | 'later';

/** Sends mail if the operator has configured a server. */
export type Mailer = {
  /** Sends a mail without waiting, because the duration would reveal whether the address exists. */
  send(mail: Mail): void;
  /** Delivers a mail and returns the result. Throws if the server is unusable. */
  deliver(mail: Mail): Promise<Delivery>;
  /** Waits for the mails being sent. */
  close(): Promise<void>;
};

export type MailSettings = { SMTP_URL?: string | undefined; SMTP_FROM?: string | undefined };

const TIMEOUT_MS = 10_000;

/** Returns undefined if the settings contain no mail server or no sender. */
export function createMailer({ SMTP_URL: url, SMTP_FROM: from }: MailSettings, log: Logger): Mailer | undefined {
  if (!url || !from) {
    // The gateway leaves mails to the site as soon as SMTP_FROM is set.
    if (url || from) log.warn('No mail is sent: set SMTP_URL and SMTP_FROM together');
    return undefined;
  }
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({ url, ...timeouts }, { from });
  const pending = new Set<Promise<void>>();
  // nodemailer parses strings as lists of recipients but treats an object as a single address.
  const sendMail = ({ to, subject, text }: Mail) =>
    transport.sendMail({ to: { name: '', address: to }, subject, text });
  const logFailure = (err: unknown) => log.error({ err, dependency: 'smtp' }, 'A mail was not sent');
  return {
    send: (mail) => {
      const sending = sendMail(mail)
        .then(() => undefined, logFailure)
        .finally(() => pending.delete(sending));
      pending.add(sending);
    },
    deliver: async (mail) => {
      try {
        await sendMail(mail);
        return 'accepted';
      } catch (error) {
        const verdict = verdictOn(error);
        if (!verdict) throw error;
        logFailure(error);
        return verdict;
      }
    },
    close: async () => {
      await Promise.all(pending);
      transport.close();
    },
  };
}

/** Returns the server's verdict on this mail, or undefined if the error is not about the mail. */
function verdictOn(error: unknown): 'rejected' | 'later' | undefined {
  const { code, command, response, responseCode } = error as Partial<Record<string, unknown>>;
  if ((code !== 'EENVELOPE' && code !== 'EMESSAGE') || typeof responseCode !== 'number') return undefined;
  // A rejected sender affects all mails.
  if (command === 'MAIL FROM') return undefined;
  const isOfAddress = command === 'RCPT TO' && responseCode >= 500 && !isOfPolicy(responseCode, String(response));
  return isOfAddress ? 'rejected' : 'later';
}

/** Missing authentication (RFC 4954) or a policy (RFC 3463), which the operator can fix. */
function isOfPolicy(responseCode: number, response: string): boolean {
  return responseCode === 530 || /^\d{3}[ -]5\.7\./.test(response);
}
