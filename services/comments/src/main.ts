import { runService } from '@vitae/kit/service-app';
import { allowedCallers } from '@vitae/proto/allowed-callers';
import { contracts } from '@vitae/proto/contract';
import { createCommentsApp } from './app.ts';
import { configSchema } from './config.ts';

runService({
  name: 'comments',
  contract: contracts.comments(),
  callers: allowedCallers.comments,
  settings: configSchema,
  app: createCommentsApp,
});
