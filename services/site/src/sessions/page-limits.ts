import { networkOf } from '@vitae/kit/http/client-network';
import type { Request, RequestHandler, Response } from 'express';
import type { RateLimit, RateLimiter } from './rate-limiter.ts';

/** Pages that anyone can request. Each kind is limited separately. Like routes, paths match in any letter case. */
const LIMITED: readonly { kind: string; paths: RegExp }[] = [
  { kind: 'public', paths: /^\/(?:p|c)\//i },
  { kind: 'docs', paths: /^\/docs(?:\/|$)/i },
  { kind: 'sign-in', paths: /^\/(?:account|[^/]+\/sign-in)\/?$/i },
  { kind: 'sign-in', paths: /^\/account\/(?:forgotten|(?:invitation|reset|email|sign-in-link)\/[^/]*)\/?$/i },
  { kind: 'sign-in', paths: /^\/settings\/(?:sign-in|forgotten|reset|invitation)(?:\/|$)/i },
  { kind: 'sign-in', paths: /^\/[a-z]{2}\/oauth\//i },
];

export type PageLimitsDependencies = {
  rate: Pick<RateLimiter, 'count'>;
  maxPerMinute: number;
  tooMany(request: Request, response: Response, retryAfter: number): void;
};

/** Middleware that limits requests of one address for pages that need no sign-in. */
export function limitPages({ rate, maxPerMinute, tooMany }: PageLimitsDependencies): RequestHandler {
  return async (request, response, next) => {
    const limited = LIMITED.find(({ paths }) => paths.test(request.path));
    if (!limited) return next();
    const limit: RateLimit = {
      name: `pages:${limited.kind}`,
      max: maxPerMinute,
      windowSeconds: 60,
      withoutRedis: true,
    };
    const retryAfter = await rate.count(limit, networkOf(request.ip ?? ''));
    if (retryAfter > 0) tooMany(request, response, retryAfter);
    else next();
  };
}
