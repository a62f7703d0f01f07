import type { Logger } from '@vitae/kit/log';
import { createTransport } from 'nodemailer';

/** A plain-text mail. */
export type Mail = { to: string; subject: string; text: string };

/** The result of a delivery: accepted, rejected permanently for this address, or to be retried later. */
export type Delivery = 'taken' | 'refused' | 'later';

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

/** Undefined when the settings name no mail server. */
export function createMailer({ SMTP_URL: url, SMTP_FROM: from }: MailSettings, log: Logger): Mailer | undefined {
  if (!url || !from) return undefined;
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({ url, ...timeouts }, { from });
  const onTheirWay = new Set<Promise<void>>();
  // An object, not text that would be parsed: an address is one address whatever stands in it.
  const hand = ({ to, subject, text }: Mail) => transport.sendMail({ to: { name: '', address: to }, subject, text });
  const noteFailure = (err: unknown) => log.error({ err, dependency: 'smtp' }, 'A mail was not sent');
  return {
    send: (mail) => {
      const sending = hand(mail)
        .then(() => undefined, noteFailure)
        .finally(() => onTheirWay.delete(sending));
      onTheirWay.add(sending);
    },
    deliver: async (mail) => {
      try {
        await hand(mail);
        return 'taken';
      } catch (error) {
        const answered = answerTo(error);
        if (!answered) throw error;
        noteFailure(error);
        return answered;
      }
    },
    close: async () => {
      await Promise.all(onTheirWay);
      transport.close();
    },
  };
}

/** Returns the server's verdict on this mail, or undefined if the error is not about the mail. */
function answerTo(error: unknown): 'refused' | 'later' | undefined {
  const { code, command, response, responseCode } = error as Partial<Record<string, unknown>>;
  if ((code !== 'EENVELOPE' && code !== 'EMESSAGE') || typeof responseCode !== 'number') return undefined;
  // A rejected sender affects all mails.
  if (command === 'MAIL FROM') return undefined;
  const isOfAddress = command === 'RCPT TO' && responseCode >= 500 && !isOfPolicy(responseCode, String(response));
  return isOfAddress ? 'refused' : 'later';
}

/** Missing authentication (RFC 4954) or a policy (RFC 3463), which the operator can fix. */
function isOfPolicy(responseCode: number, response: string): boolean {
  return responseCode === 530 || /^\d{3}[ -]5\.7\./.test(response);
}
