import { publicHttpSettings } from '@vitae/kit/http/host-routing';
import { shutdownSettings } from '@vitae/kit/lifecycle';
import { listenHost, logLevel, port, wholeNumber } from '@vitae/kit/settings';
import { tracingSettings } from '@vitae/kit/tracing';
import { serviceAddressSettings } from '@vitae/proto/clients/services';
import { accountSettings } from './account-settings.ts';
import { consumptionRetentionSettings } from './consumption/retention.ts';

/** The settings that the gateway and the site have in common. */
export const processSettings = (defaults: { port: number; metricsPort: number }) => ({
  LOG_LEVEL: logLevel().default('info'),
  ...shutdownSettings,
  ...tracingSettings,
  HOST: listenHost(),
  PORT: port().default(defaults.port),
  // Metrics have their own port so that a load balancer does not publish them.
  METRICS_PORT: port().default(defaults.metricsPort),
  METRICS_HOST: listenHost(),
  ...accountSettings,
  ...publicHttpSettings,
  // Requests above this limit are rejected with 503: at 1,000 requests per second the last would wait a third of a second.
  MAX_CONCURRENT_REQUESTS: wholeNumber(1, 100_000).default(384),
  // How long a request waits for an exported file before the gateway responds 202, or the site 503. Most exports take less
  // than a second.
  EXPORT_WAIT_MS: wholeNumber(0, 120_000).default(15_000),
  ...serviceAddressSettings,
  ...consumptionRetentionSettings,
  // Days until the gateway erases the data of a deleted user or CV; until then an operator can restore the user, and
  // owners their CV. The site shows them to owners. At least 2, because the export worker stores files for up to a day.
  RETENTION_DAYS: wholeNumber(2, 3_650).default(30),
});
