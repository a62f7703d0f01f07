import type { Caller } from '@vitae/kit/caller';
import { validate } from '@vitae/kit/validate';
import { type Display, type DisplayVariant, display as displaySchema } from '@vitae/proto/display';
import type { ResumeDeps } from './deps.ts';
import type { PublicDocument } from './create-user.ts';
import { refuseOtherRevision } from './expected-revision.ts';
import { findCv } from './find-cv.ts';

export function getCvDisplay({ store }: ResumeDeps) {
  return async (caller: Caller, id: number, variant: DisplayVariant): Promise<PublicDocument> => {
    const { display, revision } = await findCv(store, caller, id);
    return { id, revision, json: JSON.stringify(displaySchema.shape[variant].parse(display[variant])) };
  };
}

/** Replaces one variant; the CV has a new revision, because it is printed otherwise. */
export function setCvDisplay({ store }: ResumeDeps) {
  return (
    caller: Caller,
    { id, variant, ifRevision }: { id: number; variant: DisplayVariant; ifRevision: number },
    given: unknown,
  ): Promise<PublicDocument> =>
    store.atomically(caller.companyId, async (tx) => {
      const cv = await findCv(tx, caller, id);
      refuseOtherRevision(cv.revision, ifRevision, 'CV');
      const display: Display = { ...cv.display, [variant]: validate(displaySchema.shape[variant], given) };
      await tx.cvs.setDisplay(id, display);
      return { id, revision: cv.revision + 1, json: JSON.stringify(display[variant]) };
    });
}
