import type { Caller } from '@vitae/kit/caller';

/** Whether a caller may reach what belongs to a user of a company: a CV owner's token reaches the owner alone. */
export function reaches(caller: Caller, owned: { companyId: number; userId: number }): boolean {
  return owned.companyId === caller.companyId && (caller.userId === 0 || caller.userId === owned.userId);
}
