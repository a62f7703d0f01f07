import { mayActAs } from '@vitae/accounts/administrators/administrator-roles';
import type { Administrator, Administrators } from '@vitae/accounts/administrators/administrators';
import type { Company, CompanyStore } from '@vitae/accounts/companies/company-store';
import type { ExpiryWarning, ExpiryWarnings, WarnedKey } from '@vitae/accounts/keys/expiry-warnings';
import type { Lease } from '@vitae/kit/lease';
import type { Logger } from '@vitae/kit/log';
import { createSweep, type Sweep, type SweepStep } from '@vitae/kit/sweep';
import type { Locale } from '@vitae/proto/locale';
import { dateFormat } from '../../../locales/date-format.ts';
import { messagesFor } from '../../../locales/messages.ts';
import { createDeliveryRound, type DeliveryRound } from '../../../mail/delivery-round.ts';
import type { Mail, Mailer } from '../../../mail/mailer.ts';

type ExpiryMailDependencies = {
  warnings: ExpiryWarnings;
  mailer: Pick<Mailer, 'deliver'>;
  administrators: Pick<Administrators, 'listOfCompany'>;
  companies: Pick<CompanyStore, 'find'>;
  siteUrl: string;
  lease: Lease;
  log: Logger;
};

const INTERVAL_MS = 3_600_000;
/** Keys listed in one mail. */
const MAX_LISTED = 20;

/** Sends expiry warnings that are due to the owners and administrators of each company, every hour. */
export function createExpiryMail(dependencies: ExpiryMailDependencies): Sweep {
  const { warnings, mailer, administrators, companies, siteUrl, lease, log } = dependencies;
  let isClosing = false;

  /** Returns whether all recipients have received the warning; a later round retries the others. */
  const send = async (warning: ExpiryWarning, company: Company, round: DeliveryRound): Promise<boolean> => {
    let isSent = true;
    for (const administrator of await addresseesOf(warning.companyId)) {
      if (isClosing || round.isHopeless()) return false;
      const untold = warning.keys.filter(({ notified }) => !notified.includes(administrator.id));
      if (untold.length === 0) continue;
      const delivery = await round.deliver(company.id, mailTo(administrator, company, warning.days, untold, siteUrl));
      // A permanently rejected address counts as told, so that the warning can complete.
      if (delivery === 'later') isSent = false;
      else await warnings.recordNotified(warning, administrator.id);
    }
    return isSent;
  };
  const addresseesOf = async (companyId: number) =>
    (await administrators.listOfCompany(companyId)).filter(({ role }) => mayActAs(role, 'administrator'));

  const sendPages = (): SweepStep => {
    const round = createDeliveryRound(mailer);
    const pages = warnings.due();
    return async () => {
      const { value: page = [], done = false } = await pages.next();
      let count = 0;
      for (const due of page) {
        const company = await companies.find(due.companyId);
        if (isClosing || round.isHopeless()) break;
        const warning = await warnings.lease(due);
        if (!warning || (company && !(await send(warning, company, round)))) continue;
        await warnings.markSent(warning);
        count += 1;
      }
      const isLast = done || round.isHopeless();
      if (isLast || isClosing) round.end();
      return { count, isLast };
    };
  };
  const sweep = createSweep({
    lease,
    steps: () => [sendPages()],
    everyMs: INTERVAL_MS,
    // Each replica wakes up once in an interval, at another time.
    minPauseMs: INTERVAL_MS / 2,
    log,
  });
  return {
    ...sweep,
    close: async () => {
      isClosing = true;
      await sweep.close();
    },
  };
}

function mailTo(
  { email }: Administrator,
  company: Company,
  days: number,
  keys: readonly WarnedKey[],
  siteUrl: string,
): Mail {
  const { name, timeZone } = company;
  const locale = localeOf(timeZone);
  const {
    mail: { expiry },
    text,
  } = messagesFor(locale);
  const end = dateFormat(locale, timeZone, 'long', 'short');
  const named = keys.slice(0, MAX_LISTED).map((key) => `- ${key.name} (${end.format(key.expiresAt ?? 0)})`);
  const list = keys.length > MAX_LISTED ? [...named, '- …'] : named;
  const body = text(expiry.text, { company: name, list: list.join('\n'), url: `${siteUrl}/settings/keys` });
  return { to: email, subject: text(expiry.subject, { company: name, days }), text: body };
}

// Without a browser, the time zone is the best available hint of the language.
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
