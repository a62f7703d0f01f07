import type { Logger } from '@vitae/kit/log';
import { createTransport } from 'nodemailer';

/** A mail of plain text. */
export type Mail = { to: string; subject: string; text: string };

/** Sends mail, when the operator has set how. */
export type Mailer = {
  /** Hands it over and does not wait: how long that takes must not tell whether there is such an address. */
  send(mail: Mail): void;
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
  return {
    send: ({ to, subject, text }) => {
      const sending = transport
        // An object, not text that would be parsed: an address is one address whatever stands in it.
        .sendMail({ to: { name: '', address: to }, subject, text })
        .then(
          () => undefined,
          (err: unknown) => log.error({ err, dependency: 'smtp' }, 'A mail was not sent'),
        )
        .finally(() => onTheirWay.delete(sending));
      onTheirWay.add(sending);
    },
    close: async () => {
      await Promise.all(onTheirWay);
      transport.close();
    },
  };
}
