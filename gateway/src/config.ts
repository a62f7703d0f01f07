import { processSettings } from '@vitae/accounts/process-settings';
import { withPublicUrls } from '@vitae/kit/http/host-routing';
import { commaList, httpUrl, wholeNumber } from '@vitae/kit/settings';
import { z } from 'zod';

/** The settings of the gateway process. */
export const configSchema = z
  .object({
    ...processSettings({ port: 8080, metricsPort: 9464 }),
    // Site processes to which page requests are forwarded. Not set where a proxy routes pages itself.
    SITE_PROXY_URL: commaList(httpUrl()).optional(),
    // Requests per minute and process, from one address, that name no valid key or application. Further requests get 429.
    // Requests that name a known key or application but fail authentication have a separate limit, twice as high.
    MAX_UNIDENTIFIED_REQUESTS: wholeNumber(1, 10_000_000).default(3_000),
  })
  .transform(withPublicUrls);

export type Config = z.infer<typeof configSchema>;
