import { createHash, randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Redis } from 'ioredis';
import type { Cookie } from '../../../sessions/cookie.ts';

/**
 * Browsers that an administrator has signed in with before. Their attempts are counted separately, so that an attacker
 * with wrong passwords cannot lock the administrator out (OWASP device cookies).
 */
export type KnownDevices = {
  /** Returns the attempt counter of the browser if this administrator has signed in with it before. */
  recognise(request: Request, administratorId: number | undefined): Promise<string | undefined>;
  remember(response: Response, administratorId: number): Promise<void>;
};

const REMEMBER_SECONDS = 90 * 86_400;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export function createKnownDevices(redis: Redis, cookie: Cookie): KnownDevices {
  return {
    recognise: async (request, administratorId) => {
      const token = cookie.read(request);
      if (token === undefined || !TOKEN.test(token)) return undefined;
      const digest = digestOf(token);
      const owner = await redis.get(keyOf(digest));
      return owner !== null && Number(owner) === administratorId ? `device ${digest}` : undefined;
    },
    remember: async (response, administratorId) => {
      const token = randomBytes(32).toString('base64url');
      await redis.set(keyOf(digestOf(token)), administratorId, 'EX', REMEMBER_SECONDS);
      cookie.write(response, token, REMEMBER_SECONDS);
    },
  };
}

function keyOf(digest: string): string {
  return `known-device:${digest}`;
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
