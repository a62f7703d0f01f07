import { isRevisionConflict } from '../own-cvs.ts';

/** Another request may change the CV between reading and writing it. */
const MAX_ATTEMPTS = 5;

/** Repeats a change on the newest content until no other request interferes. */
export async function retryOnConflict<T>(change: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await change();
    } catch (thrown) {
      if (attempt === MAX_ATTEMPTS || !isRevisionConflict(thrown)) throw thrown;
    }
}
