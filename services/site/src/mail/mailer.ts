import type { Logger } from '@vitae/kit/log';
import { createTransport } from 'nodemailer';

/** A mail of plain text. */
export type Mail = { to: string; subject: string; text: string };

/** What became of a mail: the server has it, will never take any to this address, or it is worth trying again later. */
export type Delivery = 'taken' | 'refused' | 'later';

/** Sends mail, when the operator has set how. */
export type Mailer = {
  /** Hands it over and does not wait: how long that takes must not tell whether there is such an address. */
  send(mail: Mail): void;
  /** Hands it over and says what became of it. Fails when the server cannot be used at all. */
  deliver(mail: Mail): Promise<Delivery>;
  /** Waits for the mails that are on their way. */
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

/** What the server said of this one mail; undefined when it was not about the mail. */
function answerTo(error: unknown): 'refused' | 'later' | undefined {
  const { code, command, response, responseCode } = error as Partial<Record<string, unknown>>;
  if ((code !== 'EENVELOPE' && code !== 'EMESSAGE') || typeof responseCode !== 'number') return undefined;
  // About the sender, who is the same for all.
  if (command === 'MAIL FROM') return undefined;
  const isOfAddress = command === 'RCPT TO' && responseCode >= 500 && !isOfPolicy(responseCode, String(response));
  return isOfAddress ? 'refused' : 'later';
}

/** Authentication that is asked for (RFC 4954), or security and policy (RFC 3463): what the operator can set right. */
function isOfPolicy(responseCode: number, response: string): boolean {
  return responseCode === 530 || /^\d{3}[ -]5\.7\./.test(response);
}
