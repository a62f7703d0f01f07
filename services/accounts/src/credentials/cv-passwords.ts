import { type Caller, companyCaller } from '@vitae/kit/caller';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { Document } from '@vitae/proto/gen/cv/resume/v1/Document';
import { hashPassword, verifyPassword } from './password-hash.ts';

/**
 * Passwords that protected CVs ask their visitors for. They are hashed and compared here: the
 * resume service keeps a hash that it cannot read, and never sees a password.
 */
export type CvPasswords = {
  /** Protects the CV; answers it as it is now. */
  set(id: number, password: string, caller: Caller, ifRevision?: number): Promise<Document>;
  /** Opens the CV to everybody. */
  remove(id: number, caller: Caller, ifRevision?: number): Promise<Document>;
  /**
   * The version of the password when this is the right one, which stands for having given it until
   * another is set (`passwordVersion` of a resolved address); undefined when it is wrong or none is set.
   */
  check(cv: { id: number; companyId: number }, password: string, requestId: string): Promise<number | undefined>;
};

export function createCvPasswords({ call }: Pick<ResumeClient, 'call'>): CvPasswords {
  return {
    set: async (id, password, caller, ifRevision = 0) =>
      call.SetCvPassword({ id, hash: await hashPassword(password), ifRevision }, { caller }),
    remove: (id, caller, ifRevision = 0) => call.SetCvPassword({ id, hash: '', ifRevision }, { caller }),
    check: async ({ id, companyId }, password, requestId) => {
      const { hash, version } = await call.GetCvPassword({ id }, { caller: companyCaller(companyId, requestId) });
      // As long without a password as with one: whether one is set does not show.
      return (await verifyPassword(password, hash || undefined)) ? version : undefined;
    },
  };
}
