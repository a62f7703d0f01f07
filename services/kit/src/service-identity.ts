import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Clock } from './clock.ts';
import type { KeyRing } from './key-ring.ts';

/** Says to a service which of our processes calls it: a signed token (RFC 7519), for one service and a short time. */
export type ServiceIdentity = { token(audience: string): string };

/** Which processes may call a service: every method of it, or those that are named. */
export type AllowedCallers = Readonly<Record<string, 'everything' | readonly string[]>>;

/** Whether a call that carries this token may be made. */
export type AuthorizeCall = (token: string, method: string) => boolean;

const LIFETIME_S = 600;
const RENEW_AFTER_MS = (LIFETIME_S / 2) * 1_000;
// A gateway whose clock is wrong by minutes must not be locked out of its own services.
const CLOCK_TOLERANCE_S = 300;

export function createServiceIdentity(options: { name: string; keys: KeyRing; clock: Clock }): ServiceIdentity {
  const { name, keys, clock } = options;
  const [{ id, key }] = keys;
  const made = new Map<string, { token: string; renewAt: number }>();
  return {
    token: (audience) => {
      const now = clock.now();
      const kept = made.get(audience);
      if (kept && now < kept.renewAt && now > kept.renewAt - 2 * RENEW_AFTER_MS) return kept.token;
      const issued = Math.floor(now / 1_000);
      const claims = { iss: name, aud: audience, iat: issued, exp: issued + LIFETIME_S };
      const token = jwt.sign(claims, key, { algorithm: 'HS256', keyid: id });
      made.set(audience, { token, renewAt: now + RENEW_AFTER_MS });
      return token;
    },
  };
}

const claimsSchema = z.object({ iss: z.string(), exp: z.number() });

export type CallAuthorizerOptions = { audience: string; keys: KeyRing; clock: Clock; callers: AllowedCallers };

/** Lets pass who is named, and nobody else. A token is verified once and then known until it ends. */
export function createCallAuthorizer({ callers, ...options }: CallAuthorizerOptions): AuthorizeCall {
  const callerOf = tokenReader(options);
  const admitted = new Map(Object.entries(callers));
  return (token, method) => {
    const caller = callerOf(token);
    const methods = caller === undefined ? undefined : admitted.get(caller);
    return methods === 'everything' || (methods?.includes(method) ?? false);
  };
}

function tokenReader(options: Omit<CallAuthorizerOptions, 'callers'>): (token: string) => string | undefined {
  const { audience, clock } = options;
  const keys = new Map(options.keys.map(({ id, key }) => [id, key]));
  const known = new LRUCache<string, { caller: string; endsAt: number }>({ max: 1_000 });
  const verify = (token: string) => {
    const key = keys.get(String(jwt.decode(token, { complete: true })?.header.kid));
    if (!key) return undefined;
    const checked = jwt.verify(token, key, {
      algorithms: ['HS256'],
      audience,
      clockTimestamp: Math.floor(clock.now() / 1_000),
      clockTolerance: CLOCK_TOLERANCE_S,
    });
    const { iss, exp } = claimsSchema.parse(checked);
    return { caller: iss, endsAt: (exp + CLOCK_TOLERANCE_S) * 1_000 };
  };
  return (token) => {
    const seen = known.get(token);
    if (seen) return clock.now() < seen.endsAt ? seen.caller : undefined;
    try {
      const verified = verify(token);
      if (verified) known.set(token, verified);
      return verified?.caller;
    } catch {
      // Whatever is wrong with a token, it is not one of ours.
      return undefined;
    }
  };
}
