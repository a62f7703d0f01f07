import type { Caller } from '@vitae/kit/caller';
import { conflict } from '@vitae/kit/errors';
import { canTransition, nextStatuses, type ResumeStatus } from '@vitae/proto/resume-status';
import { statusItemOf } from '../cv/list-item.ts';
import type { PublicDocument } from '../model.ts';
import { findCv } from './access.ts';
import type { ResumeDeps } from './deps.ts';
import { requireRevision } from './errors.ts';

/**
 * Changes the status of a CV and records the change in its history. Setting the current status changes nothing.
 * @returns the resume status item
 * @throws {VitaeError} ABORTED status_transition when the status cannot follow the current one
 */
export function setCvStatus({ store, clock }: ResumeDeps) {
  return (caller: Caller, id: number, status: ResumeStatus, ifRevision = 0): Promise<PublicDocument> =>
    store.transaction(async (tx) => {
      const cv = await findCv(tx, caller, id);
      requireRevision(cv.revision, ifRevision, 'CV');
      const changed =
        cv.status === status ||
        (canTransition(cv.status, status) &&
          (await tx.cvs.setStatus(cv, cv.status, { status, at: new Date(clock.now()) })));
      if (!changed) throw invalidTransition(cv.status, status);
      return { id, revision: cv.revision, json: JSON.stringify(statusItemOf({ ...cv, title: cv.content.title })) };
    });
}

function invalidTransition(from: ResumeStatus, to: ResumeStatus) {
  const allowed = nextStatuses(from).join(' or ');
  return conflict(
    'status_transition',
    `The status cannot change from ${from} to ${to}. The next status must be ${allowed}.`,
  );
}
