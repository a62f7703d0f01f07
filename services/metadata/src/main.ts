import { runService } from '@vitae/kit/service-app';
import { allowedCallers } from '@vitae/proto/allowed-callers';
import { contracts } from '@vitae/proto/contract';
import { createMetadataApp } from './app.ts';
import { configSchema } from './config.ts';

runService({
  name: 'metadata',
  contract: contracts.metadata(),
  callers: allowedCallers.metadata,
  settings: configSchema,
  app: createMetadataApp,
});
