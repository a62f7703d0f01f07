import { publicHttpSettings } from '@vitae/kit/http/host-routing';
import { shutdownSettings } from '@vitae/kit/lifecycle';
import { listenHost, logLevel, logSuccessRatio, port, wholeNumber } from '@vitae/kit/settings';
import { tracingSettings } from '@vitae/kit/tracing';
import { serviceAddressSettings } from '@vitae/proto/clients/services';
import { accountSettings } from './account-settings.ts';
import { consumptionRetentionSettings } from './consumption/retention.ts';

/** The settings that the gateway and the site have in common. */
export const processSettings = (defaults: { port: number; metricsPort: number }) => ({
  LOG_LEVEL: logLevel(),
  LOG_SUCCESS_RATIO: logSuccessRatio(),
  ...shutdownSettings,
  ...tracingSettings,
  HOST: listenHost(),
  PORT: port().default(defaults.port).describe('Port to listen on.'),
  METRICS_PORT: port()
    .default(defaults.metricsPort)
    .describe('Port of `/metrics`, a separate one so that a load balancer does not publish it.'),
  METRICS_HOST: listenHost().describe('Interface of `/metrics`. `HOST` does not change it.'),
  ...accountSettings,
  ...publicHttpSettings,
  // At 1,000 requests per second, the last would wait a third of a second.
  MAX_CONCURRENT_REQUESTS: wholeNumber(1, 100_000)
    .default(384)
    .describe(
      'Requests in progress per process. Further requests get 503 with `Retry-After` and do not count against a quota.',
    ),
  EXPORT_WAIT_MS: wholeNumber(0, 120_000)
    .default(15_000)
    .describe('How long a request waits for an exported file before the gateway returns 202, or the site 503.'),
  ...serviceAddressSettings,
  ...consumptionRetentionSettings,
  // At least 2, because the export worker stores files for up to a day.
  RETENTION_DAYS: wholeNumber(2, 3_650)
    .default(30)
    .describe(
      'Days until the data of a deleted user or CV is erased. Until then, an operator can restore the user, and owners their CV.',
    ),
});
