import type { Logger } from '@vitae/kit/log';
import { type Recurring, startRecurring } from '@vitae/kit/recurring';
import type { CompanyStore } from '../../../companies/company-store.ts';
import { mayActAs } from '../../../credentials/administrator-roles.ts';
import type { Administrators } from '../../../credentials/administrators.ts';
import type { ExpiryWarnings } from '../../../keys/expiry-warnings.ts';
import type { Mailer } from '../../../mail/mailer.ts';
import type { Locale } from '../../locale.ts';
import { mailWords } from '../../messages/settings/mail/catalogue.ts';

export type ExpiryMailDependencies = {
  warnings: ExpiryWarnings;
  /** Undefined when the server sends no mail. */
  mailer: Pick<Mailer, 'send'> | undefined;
  administrators: Pick<Administrators, 'listOfCompany'>;
  companies: Pick<CompanyStore, 'find'>;
  siteUrl: string;
  log: Logger;
};

/** Mails the warnings that are due to those of the company who could do something about them. */
export type ExpiryMail = {
  sendDue(): Promise<void>;
  /** Every hour from now on; does nothing where no mail is sent. */
  start(): void;
  close(): Promise<void>;
};

const EVERY_MS = 3_600_000;
/** Keys that are named in one mail. */
const MOST_NAMED = 20;

export function createExpiryMail(dependencies: ExpiryMailDependencies): ExpiryMail {
  const { warnings, mailer, administrators, companies, siteUrl, log } = dependencies;
  let recurring: Recurring | undefined;
  const sendDue = async (): Promise<void> => {
    if (!mailer) return;
    for (const { companyId, days, keys } of await warnings.due()) {
      const company = await companies.find(companyId);
      if (!company) continue;
      const locale = localeOf(company.timeZone);
      const words = mailWords[locale].expiry;
      const end = new Intl.DateTimeFormat(locale, {
        dateStyle: 'long',
        timeStyle: 'short',
        timeZone: company.timeZone,
      });
      const named = keys.slice(0, MOST_NAMED).map(({ name, expiresAt }) => `- ${name} (${end.format(expiresAt ?? 0)})`);
      const list = keys.length > MOST_NAMED ? [...named, '- …'] : named;
      const text = words.text(company.name, list.join('\n'), `${siteUrl}/settings/keys`);
      const subject = words.subject(company.name, inDays(locale, days));
      for (const { email, role } of await administrators.listOfCompany(companyId)) {
        if (mayActAs(role, 'administrator')) mailer.send({ to: email, subject, text });
      }
    }
  };
  return {
    sendDue,
    start: () => {
      if (mailer) recurring = startRecurring('expiry mail', EVERY_MS, sendDue, log);
    },
    close: async () => recurring?.stop(),
  };
}

function inDays(locale: Locale, days: number): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days);
}

// Nobody is there whose browser could say it: the time zone is the best hint that there is.
const LOCALES: [Locale, RegExp][] = [
  ['fr', /^Europe\/(Paris|Monaco|Brussels|Luxembourg)$/],
  ['de', /^Europe\/(Berlin|Vienna|Zurich|Vaduz)$/],
  ['it', /^Europe\/(Rome|San_Marino|Vatican)$/],
  [
    'es',
    /^(Europe\/(Madrid|Andorra)|Atlantic\/Canary|America\/(Mexico_City|Bogota|Lima|Santiago|Buenos_Aires|Argentina\/.+))$/,
  ],
];

function localeOf(timeZone: string): Locale {
  return LOCALES.find(([, pattern]) => pattern.test(timeZone))?.[0] ?? 'en';
}
