import { certificateCheck } from './certificate-check.ts';
import type { Check } from './check.ts';
import { clockCheck } from './clock-check.ts';
import { conversionChecks } from './conversion-checks.ts';
import { localDiskCheck, mongodbDiskCheck } from './disk-check.ts';
import { indexCheck } from './index-check.ts';
import { mongodbCheck, transactionCheck } from './mongodb-checks.ts';
import { processCheck, workerCheck } from './process-checks.ts';
import { onlyIfPublic } from './public-connections.ts';
import { publicUrlCheck } from './public-url-checks.ts';
import { queueCheck } from './queue-check.ts';
import { queueRedisCheck, redisCheck } from './redis-checks.ts';
import { requestCheck } from './request-check.ts';
import { sandboxCheck } from './sandbox-check.ts';
import { serviceChecks } from './service-checks.ts';
import { versionCheck } from './version-check.ts';

/** All checks that need valid settings, in the order of the report: dependencies first. */
export const checks: readonly Check[] = [
  mongodbCheck,
  transactionCheck,
  indexCheck,
  mongodbDiskCheck,
  localDiskCheck,
  redisCheck,
  queueRedisCheck,
  ...serviceChecks,
  workerCheck,
  sandboxCheck,
  versionCheck,
  queueCheck,
  processCheck,
  onlyIfPublic(publicUrlCheck),
  onlyIfPublic(certificateCheck),
  clockCheck,
  onlyIfPublic(requestCheck),
  ...conversionChecks,
];
