import { systemClock } from '@vitae/kit/clock';
import { isPrepareOnly, runProcess } from '@vitae/kit/lifecycle';
import { createLogger } from '@vitae/kit/log';
import { startService } from '@vitae/kit/service-app';
import { parseSettings } from '@vitae/kit/settings';
import { allowedCallers } from '@vitae/proto/allowed-callers';
import { contracts } from '@vitae/proto/contract';
import { createGrantCheck } from '@vitae/proto/export-grant';
import { createResumeApp } from './app.ts';
import { configSchema } from './config.ts';

let log = createLogger({ name: 'resume' });

runProcess(
  () => log,
  async (lifecycle) => {
    const config = parseSettings(configSchema, process.env, log);
    log = createLogger({ name: 'resume', level: config.LOG_LEVEL });
    await startService(lifecycle, {
      contract: contracts.resume(),
      config,
      prepareOnly: isPrepareOnly(process.argv),
      callers: allowedCallers.resume,
      log,
      app: ({ connection }) =>
        createResumeApp({
          connection,
          siteUrl: config.SITE_URL,
          checkGrant: createGrantCheck({
            keys: config.SERVICE_PUBLIC_KEYS,
            producers: config.EXPORT_PRODUCERS,
            allowUnsigned: config.EXPORT_ALLOW_UNSIGNED_JOBS,
            clock: systemClock,
          }),
        }),
    });
  },
);
