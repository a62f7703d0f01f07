import type { SecretBox } from '@vitae/accounts/keys/secret-box';
import type { Clock } from '@vitae/kit/clock';
import type { CvLocation } from '@vitae/proto/gen/cv/resume/v1/CvLocation';
import type { Request, Response } from 'express';
import { createCookie } from '../../sessions/cookie.ts';

type Locked = Pick<CvLocation, 'id' | 'protected' | 'passwordVersion'>;

/** The protected CVs whose password a visitor has given: a sealed cookie for each, and nothing is stored. */
export type UnlockedCvs = {
  /** Whether the visitor may see the CV: it is not protected, or its present password was given. */
  mayOpen(request: Request, cv: Locked): boolean;
  /** That the password of a version was given. */
  remember(response: Response, cvId: number, passwordVersion: number): void;
};

const KEPT_SECONDS = 43_200;

export type UnlockedCvsDependencies = { box: SecretBox; clock: Clock; publicUrl: string };

export function createUnlockedCvs({ box, clock, publicUrl }: UnlockedCvsDependencies): UnlockedCvs {
  const cookieOf = (id: number) => createCookie(`vitae_cv_${id}`, publicUrl);
  const record = (id: number) => `unlocked cv ${id}`;
  return {
    mayOpen: (request, cv) => {
      if (!cv.protected) return true;
      const value = cookieOf(cv.id).read(request);
      const [version, until] = value === undefined ? [] : opened(box, value, record(cv.id));
      return cv.passwordVersion > 0 && version === cv.passwordVersion && clock.now() < (until ?? 0);
    },
    remember: (response, cvId, passwordVersion) => {
      const until = clock.now() + KEPT_SECONDS * 1_000;
      cookieOf(cvId).write(response, box.seal(`${passwordVersion} ${until}`, record(cvId)), KEPT_SECONDS);
    },
  };
}

/** What a cookie of ours says; nothing for one that is not. */
function opened(box: SecretBox, value: string, record: string): number[] {
  try {
    return box.open(value, record).split(' ').map(Number);
  } catch {
    // Anybody may send anything: what does not open was not sealed here, or under a key that is gone.
    return [];
  }
}
