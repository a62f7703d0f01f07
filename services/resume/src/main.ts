import { systemClock } from '@vitae/kit/clock';
import { runService } from '@vitae/kit/service-app';
import { allowedCallers } from '@vitae/proto/allowed-callers';
import { contracts } from '@vitae/proto/contract';
import { createGrantCheck } from '@vitae/proto/export-grant';
import { createResumeApp } from './app.ts';
import { configSchema } from './config.ts';

runService({
  name: 'resume',
  contract: contracts.resume(),
  callers: allowedCallers.resume,
  settings: configSchema,
  app: ({ connection, config }) =>
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
