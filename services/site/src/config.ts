import { processSettings } from '@vitae/accounts/process-settings';
import { withPublicUrls } from '@vitae/kit/http/host-routing';
import { commaList, wholeNumber } from '@vitae/kit/settings';
import { z } from 'zod';

/** The settings of the site process. */
export const configSchema = z
  .object({
    ...processSettings({ port: 8081, metricsPort: 9465 }),
    // Requests per minute of one address for public CVs, for the documentation and for sign-in pages, each. Further ones
    // get 429. A school or a company can share one address.
    MAX_PAGE_REQUESTS: wholeNumber(1, 10_000_000).default(1_200),
    // Mail server for one-time links and expiry warnings. Without it and SMTP_FROM, links are shown to administrators instead.
    SMTP_URL: smtpUrl().optional(),
    // Email addresses of administrators who operate the installation: they see the export queue of all companies.
    OPERATORS: commaList(z.email()).default([]),
  })
  .transform(withPublicUrls);

export type Config = z.infer<typeof configSchema>;

function smtpUrl() {
  return z.string().regex(/^smtps?:\/\/\S+$/, 'must be an address such as smtps://user:password@mail.example:465');
}
