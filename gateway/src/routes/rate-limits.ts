import { jsonAnswer } from '../http/answer.ts';
import { rateLimitOf } from '../quota/rate-limit.ts';
import type { Handler } from './call.ts';

/** Both quotas of the company, as they are; reading them is free. */
export function readRateLimit(): Handler {
  return async ({ key, usage }) =>
    jsonAnswer({ standard: rateLimitOf('standard', key.limits, usage), intensive: rateLimitOf('intensive', key.limits, usage) });
}
