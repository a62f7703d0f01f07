import type { Caller } from '@vitae/kit/caller';

/** A user who was deleted, and whose CVs went with them. */
export type DeletedUser = { companyId: number; userId: number; cvIds: readonly number[] };

/** What one part of the platform keeps of a user beside the record itself. Both may be repeated. */
export type UserTraces = {
  name: string;
  /** Out of every read at once, and no way in any more. */
  hide?(user: DeletedUser, caller: Caller): Promise<unknown>;
  /** Every personal byte, for good. */
  erase?(user: DeletedUser, caller: Caller): Promise<unknown>;
};
