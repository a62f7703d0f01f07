import { randomBytes } from 'node:crypto';
import type { SecretBox } from '@vitae/accounts/secrets/secret-box';
import type { Clock } from '@vitae/kit/clock';
import type { Request, Response } from 'express';
import type { Client } from './attempt-limiter.ts';
import { createCookie } from './cookie.ts';

/**
 * Remembers in an encrypted cookie which accounts a browser has signed in to. Nothing is stored on the server, so that
 * browsers stay known when Redis loses its data.
 */
export type KnownDevices = {
  clientOf(request: Request): Client;
  /** Call after a complete sign-in. The browser is known until the password changes. */
  remember(request: Request, response: Response, account: string, passwordVersion: string): void;
};

type KnownAccount = { account: string; passwordVersion: string; device: string; until: number };

const REMEMBER_SECONDS = 90 * 86_400;
const MAX_ACCOUNTS = 8;
const RECORD = 'known devices';

type KnownDevicesDependencies = { box: SecretBox; clock: Clock; publicUrl: string };

export function createKnownDevices({ box, clock, publicUrl }: KnownDevicesDependencies): KnownDevices {
  const cookie = createCookie('vitae_device', publicUrl);
  const read = (request: Request): KnownAccount[] => {
    const known = decrypted(box, cookie.read(request));
    return known.filter(({ until }) => clock.now() < until);
  };
  return {
    clientOf: (request) => ({
      address: request.ip ?? '',
      deviceFor: (account, passwordVersion) =>
        read(request).find((known) => known.account === account && known.passwordVersion === passwordVersion)?.device,
    }),
    remember: (request, response, account, passwordVersion) => {
      const device = randomBytes(16).toString('base64url');
      const others = read(request).filter((known) => known.account !== account);
      const until = clock.now() + REMEMBER_SECONDS * 1_000;
      const known = [{ account, passwordVersion, device, until }, ...others];
      cookie.write(response, box.seal(JSON.stringify(known.slice(0, MAX_ACCOUNTS)), RECORD), REMEMBER_SECONDS);
    },
  };
}

/** Returns an empty list if the cookie is missing or forged, or its key is gone. */
function decrypted(box: SecretBox, value: string | undefined): KnownAccount[] {
  if (value === undefined) return [];
  try {
    return JSON.parse(box.open(value, RECORD)) as KnownAccount[];
  } catch {
    // Clients can send any value.
    return [];
  }
}
