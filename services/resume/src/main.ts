import { systemClock } from '@vitae/kit/clock';
import { isPrepareOnly } from '@vitae/kit/lifecycle';
import { openObjectStore } from '@vitae/kit/object-storage/open-object-store';
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
  app: async ({ connection, config, lifecycle }) => {
    const objects = isPrepareOnly(process.argv) ? undefined : await openObjectStore(config, 'pictures');
    if (objects) lifecycle.onStop('s3', objects.close);
    return createResumeApp({
      connection,
      objects,
      newPictures: config.ARTIFACT_STORE,
      siteUrl: config.SITE_URL,
      upgrade: isPrepareOnly(process.argv),
      checkGrant: createGrantCheck({
        keys: config.SERVICE_PUBLIC_KEYS,
        producers: config.EXPORT_PRODUCERS,
        allowUnsigned: config.EXPORT_ALLOW_UNSIGNED_JOBS,
        clock: systemClock,
      }),
    });
  },
});
