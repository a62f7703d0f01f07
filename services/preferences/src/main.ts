import { isPrepareOnly, runProcess } from '@vitae/kit/lifecycle';
import { createLogger } from '@vitae/kit/log';
import { startService } from '@vitae/kit/service-app';
import { parseSettings } from '@vitae/kit/settings';
import { allowedCallers } from '@vitae/proto/allowed-callers';
import { contracts } from '@vitae/proto/contract';
import { createPreferencesApp } from './app.ts';
import { configSchema } from './config.ts';

let log = createLogger({ name: 'preferences' });

runProcess(
  () => log,
  async (lifecycle) => {
    const config = parseSettings(configSchema, process.env, log);
    log = createLogger({ name: 'preferences', level: config.LOG_LEVEL });
    await startService(lifecycle, {
      contract: contracts.preferences(),
      callers: allowedCallers.preferences,
      config,
      prepareOnly: isPrepareOnly(process.argv),
      log,
      app: createPreferencesApp,
    });
  },
);
