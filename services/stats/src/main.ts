import { runService } from '@vitae/kit/service-app';
import { allowedCallers } from '@vitae/proto/allowed-callers';
import { contracts } from '@vitae/proto/contract';
import { createStatsApp } from './app.ts';
import { configSchema } from './config.ts';

runService({
  name: 'stats',
  contract: contracts.stats(),
  callers: allowedCallers.stats,
  settings: configSchema,
  app: createStatsApp,
});
