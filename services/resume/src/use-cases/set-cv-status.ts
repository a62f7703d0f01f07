import type { Caller } from '@vitae/kit/caller';
import { VitaeError } from '@vitae/kit/errors';
import { mayBecome, nextStatuses, type ResumeStatus } from '@vitae/proto/resume-status';
import { statusItemOf } from '../cv/list-item.ts';
import type { ResumeDeps } from './deps.ts';
import type { PublicDocument } from './create-user.ts';
import { refuseOtherRevision } from './expected-revision.ts';
import { findCv } from './find-cv.ts';

/** The next status of a CV, with its moment in the history; answers the resume status item. */
export function setCvStatus({ store, clock }: ResumeDeps) {
  return (caller: Caller, id: number, status: ResumeStatus, ifRevision = 0): Promise<PublicDocument> =>
    store.atomically(caller.companyId, async (tx) => {
      const cv = await findCv(tx, caller, id);
      refuseOtherRevision(cv.revision, ifRevision, 'CV');
      const changed =
        mayBecome(cv.status, status) && (await tx.cvs.setStatus(id, cv.status, { status, at: new Date(clock.now()) }));
      if (!changed) {
        const next = nextStatuses(cv.status).join(' or ');
        throw new VitaeError(
          'ABORTED',
          'status_transition',
          `A CV that is ${cv.status} cannot become ${status}, only ${next}.`,
        );
      }
      return { id, revision: cv.revision, json: JSON.stringify(statusItemOf({ ...cv, title: cv.content.title })) };
    });
}
