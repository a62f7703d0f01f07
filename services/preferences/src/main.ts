import { runService } from '@vitae/kit/service-app';
import { allowedCallers } from '@vitae/proto/allowed-callers';
import { contracts } from '@vitae/proto/contract';
import { createPreferencesApp } from './app.ts';
import { configSchema } from './config.ts';

runService({
  name: 'preferences',
  contract: contracts.preferences(),
  callers: allowedCallers.preferences,
  settings: configSchema,
  app: createPreferencesApp,
});
