import { createSecretKey } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Clock } from './clock.ts';
import type { KeyRing } from './key-ring.ts';

/** Proves which process makes a call, by a signed token (RFC 7519) that is valid for one service and a short time. */
export type ServiceIdentity = { token(audience: string): Promise<string> };

/** The processes that may call a service, each with the methods it may use. */
export type AllowedCallers = Readonly<Record<string, 'everything' | readonly string[]>>;

/** Returns whether the process that owns the token may call the method. Never rejects. */
export type AuthorizeCall = (token: string, method: string) => Promise<boolean>;

const ALGORITHM = 'HS256';
const LIFETIME_S = 600;
const RENEW_AFTER_MS = (LIFETIME_S / 2) * 1_000;
// Processes with a clock that is wrong by minutes must still be able to call each other.
const CLOCK_TOLERANCE_S = 300;

export function createServiceIdentity(options: { name: string; keys: KeyRing; clock: Clock }): ServiceIdentity {
  const { name, keys, clock } = options;
  const [{ id, key }] = keys;
  const secret = createSecretKey(key);
  const tokens = new Map<string, { token: Promise<string>; renewAt: number }>();
  return {
    token: (audience) => {
      const now = clock.now();
      const cached = tokens.get(audience);
      if (cached && now < cached.renewAt && now > cached.renewAt - 2 * RENEW_AFTER_MS) return cached.token;
      const issuedAt = Math.floor(now / 1_000);
      const token = new SignJWT({ iss: name, aud: audience, iat: issuedAt, exp: issuedAt + LIFETIME_S })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: id })
        .sign(secret);
      tokens.set(audience, { token, renewAt: now + RENEW_AFTER_MS });
      return token;
    },
  };
}

const claimsSchema = z.object({ iss: z.string(), exp: z.number() });

export type CallAuthorizerOptions = { audience: string; keys: KeyRing; clock: Clock; callers: AllowedCallers };

/** Creates the check for calls to one service. A valid token is verified once and then cached until it expires. */
export function createCallAuthorizer({ callers, ...options }: CallAuthorizerOptions): AuthorizeCall {
  const callerOf = createTokenVerifier(options);
  const allowed = new Map(Object.entries(callers));
  return async (token, method) => {
    const caller = await callerOf(token);
    const methods = caller === undefined ? undefined : allowed.get(caller);
    return methods === 'everything' || (methods?.includes(method) ?? false);
  };
}

type TokenVerifier = (token: string) => string | undefined | Promise<string | undefined>;

/** Returns a function that maps a token to the name of its process, or undefined if the token is invalid. */
function createTokenVerifier({ audience, keys, clock }: Omit<CallAuthorizerOptions, 'callers'>): TokenVerifier {
  const secrets = new Map(keys.map(({ id, key }) => [id, createSecretKey(key)]));
  const verified = new LRUCache<string, { caller: string; expiresAt: number }>({ max: 1_000 });
  const verify = async (token: string): Promise<string | undefined> => {
    try {
      const secretOf = ({ kid = '' }: { kid?: string }) => {
        const secret = secrets.get(kid);
        if (!secret) throw new errors.JWKSNoMatchingKey();
        return secret;
      };
      const { payload } = await jwtVerify(token, secretOf, {
        algorithms: [ALGORITHM],
        audience,
        currentDate: new Date(clock.now()),
        clockTolerance: CLOCK_TOLERANCE_S,
      });
      const { iss, exp } = claimsSchema.parse(payload);
      verified.set(token, { caller: iss, expiresAt: (exp + CLOCK_TOLERANCE_S) * 1_000 });
      return iss;
    } catch {
      return undefined; // malformed, expired, for another audience or signed with an unknown key
    }
  };
  return (token) => {
    const cached = verified.get(token);
    if (!cached) return verify(token);
    return clock.now() < cached.expiresAt ? cached.caller : undefined;
  };
}
