import { LRUCache } from 'lru-cache';
import type { Clock } from './clock.ts';
import { type PublicKeys, type SigningKey, sign, verify } from './signing-keys.ts';

/** Proves which process makes a call, by a token that the process signs for one service and a short time. */
export type ServiceIdentity = { token(audience: string): Promise<string> };

/** The methods of a service, each with the processes that may call it. Methods that are missing are forbidden. */
export type AllowedCallers = Readonly<Record<string, readonly string[]>>;

/** Returns the name of the process that owns the token if it may call the method. Never rejects. */
export type AuthorizeCall = (token: string, method: string) => Promise<string | undefined>;

const LIFETIME_S = 60;
const RENEW_AFTER_MS = (LIFETIME_S / 2) * 1_000;
// Processes with a clock that is wrong by two minutes must still be able to call each other.
const CLOCK_TOLERANCE_S = 120;

/** A token is signed once in 30 seconds for each service, so a call costs no signature. */
export function createServiceIdentity(options: { name: string; key: SigningKey; clock: Clock }): ServiceIdentity {
  const { name, key, clock } = options;
  const tokens = new Map<string, { token: Promise<string>; renewAt: number }>();
  return {
    token: (audience) => {
      const now = clock.now();
      const cached = tokens.get(audience);
      if (cached && now < cached.renewAt && now > cached.renewAt - 2 * RENEW_AFTER_MS) return cached.token;
      const token = sign({}, { key, issuer: name, audience, expiresInS: LIFETIME_S, clock });
      tokens.set(audience, { token, renewAt: now + RENEW_AFTER_MS });
      return token;
    },
  };
}

export type CallAuthorizerOptions = { audience: string; keys: PublicKeys; clock: Clock; callers: AllowedCallers };

/** Creates the check for calls to one service. A valid token is verified once and then cached until it expires. */
export function createCallAuthorizer({ callers, ...options }: CallAuthorizerOptions): AuthorizeCall {
  const callerOf = createTokenVerifier(options);
  const allowed = new Map(Object.entries(callers));
  return async (token, method) => {
    const caller = await callerOf(token);
    return caller !== undefined && allowed.get(method)?.includes(caller) ? caller : undefined;
  };
}

type TokenVerifier = (token: string) => string | undefined | Promise<string | undefined>;

/** Returns a function that maps a token to the name of its process, or undefined if the token is invalid. */
function createTokenVerifier({ clock, ...options }: Omit<CallAuthorizerOptions, 'callers'>): TokenVerifier {
  const verified = new LRUCache<string, { caller: string; expiresAt: number }>({ max: 1_000 });
  const verifyOnce = async (token: string): Promise<string | undefined> => {
    const result = await verify(token, { ...options, clock, clockToleranceS: CLOCK_TOLERANCE_S });
    if (!result) return undefined;
    verified.set(token, { caller: result.issuer, expiresAt: (result.payload.exp + CLOCK_TOLERANCE_S) * 1_000 });
    return result.issuer;
  };
  return (token) => {
    const cached = verified.get(token);
    if (!cached) return verifyOnce(token);
    return clock.now() < cached.expiresAt ? cached.caller : undefined;
  };
}
