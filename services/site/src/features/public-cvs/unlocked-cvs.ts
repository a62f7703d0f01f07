import type { SecretBox } from '@vitae/accounts/secrets/secret-box';
import type { Clock } from '@vitae/kit/clock';
import type { CvLocation } from '@vitae/proto/gen/cv/resume/v1/CvLocation';
import type { Request, Response } from 'express';
import { createCookie } from '../../sessions/cookie.ts';

type Locked = Pick<CvLocation, 'id' | 'protected' | 'passwordVersion'>;

/** The protected CVs that a visitor has unlocked, each in an encrypted cookie. Nothing is stored on the server. */
export type UnlockedCvs = {
  /** Returns whether the CV is unprotected or unlocked with its current password. */
  mayOpen(request: Request, cv: Locked): boolean;
  /** Stores that the visitor entered the password of this version. */
  remember(response: Response, cvId: number, passwordVersion: number): void;
};

const UNLOCKED_SECONDS = 43_200;

type UnlockedCvsDependencies = { box: SecretBox; clock: Clock; publicUrl: string };

export function createUnlockedCvs({ box, clock, publicUrl }: UnlockedCvsDependencies): UnlockedCvs {
  const cookieOf = (id: number) => createCookie(`vitae_cv_${id}`, publicUrl);
  const record = (id: number) => `unlocked cv ${id}`;
  return {
    mayOpen: (request, cv) => {
      if (!cv.protected) return true;
      const value = cookieOf(cv.id).read(request);
      const [version, until] = value === undefined ? [] : decrypted(box, value, record(cv.id));
      return cv.passwordVersion > 0 && version === cv.passwordVersion && clock.now() < (until ?? 0);
    },
    remember: (response, cvId, passwordVersion) => {
      const until = clock.now() + UNLOCKED_SECONDS * 1_000;
      cookieOf(cvId).write(response, box.seal(`${passwordVersion} ${until}`, record(cvId)), UNLOCKED_SECONDS);
    },
  };
}

/** Decrypts a cookie. Returns an empty list if it is forged or its key is gone. */
function decrypted(box: SecretBox, value: string, record: string): number[] {
  try {
    return box.open(value, record).split(' ').map(Number);
  } catch {
    // Clients can send any value.
    return [];
  }
}
