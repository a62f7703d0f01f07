import { VitaeError } from '@vitae/kit/errors';

/** Refuses a change that was made on another revision; `ifRevision` is 0 when any will do. */
export function refuseOtherRevision(revision: number, ifRevision: number, what: string): void {
  if (ifRevision === 0 || ifRevision === revision) return;
  throw new VitaeError('FAILED_PRECONDITION', 'revision_mismatch', `The ${what} was changed since it was read.`);
}
