import { processSettings } from '@vitae/accounts/process-settings';
import { withPublicUrls } from '@vitae/kit/http/host-routing';
import { commaList, httpUrl, onOff, wholeNumber } from '@vitae/kit/settings';
import { z } from 'zod';

/** The settings of the gateway process. */
export const configSchema = z
  .object({
    ...processSettings({ port: 8080, metricsPort: 9464 }),
    SITE_PROXY_URL: commaList(httpUrl())
      .optional()
      .describe(
        'Addresses of site processes. The gateway forwards page requests to them. Do not set it behind a proxy that [routes page paths itself](deploying.md#path-routing). `npm start` sets it.',
      ),
    DOCTOR_PUBLIC_URLS: onOff()
      .default('on')
      .describe(
        'Whether `vitae doctor` connects to the public URLs. The chart sets `off` while [`networkPolicy.publicTo`](deploying.md#network-policies) allows no connection.',
      ),
    MAX_UNIDENTIFIED_REQUESTS: wholeNumber(1, 10_000_000)
      .default(3_000)
      .describe(
        'Requests per minute from one address that name no valid key or application, per process. Further requests get 429. Requests that name a key or application in use but have an invalid signature, timestamp or token have a separate limit, twice as high, for each combination of address and key or application.',
      ),
  })
  .transform(withPublicUrls);

export type Config = z.infer<typeof configSchema>;
