import { processSettings } from '@vitae/accounts/process-settings';
import { withPublicUrls } from '@vitae/kit/http/host-routing';
import { commaList, wholeNumber } from '@vitae/kit/settings';
import { z } from 'zod';

/** The settings of the site process. */
export const configSchema = z
  .object({
    ...processSettings({ port: 8081, metricsPort: 9465 }),
    MAX_PAGE_REQUESTS: wholeNumber(1, 10_000_000)
      .default(1_200)
      .describe(
        'Requests per minute from one address, counted separately for public CVs, `/docs` and sign-in pages. Further ones get 429 with `Retry-After`. Increase it if many visitors share one address.',
      ),
    SMTP_URL: smtpUrl()
      .optional()
      .describe(
        'Mail server, such as `smtps://user:password@mail.example:465`, for invitations, links to reset a password or confirm an email address, and expiry warnings. Expiry warnings and mails to CV owners are resent if the server was unavailable. Without `SMTP_URL` and `SMTP_FROM`, administrators see the links to accept an invitation or reset a password and send them themselves, and CV owners cannot change their email address.',
      ),
    OPERATORS: commaList(z.email().meta({ values: 'email addresses' }))
      .default([])
      .describe(
        'Administrators who operate the installation. They see the export queue of all companies, without CV data, under `/settings/queue`; each view is in the audit log. Invited administrators are ignored: create operators with `vitae admin create`.',
      ),
  })
  .transform(withPublicUrls);

export type Config = z.infer<typeof configSchema>;

function smtpUrl() {
  return z
    .string()
    .regex(/^smtps?:\/\/\S+$/, 'must be an address such as smtps://user:password@mail.example:465')
    .meta({ values: 'URL' });
}
