import { type Caller, companyCaller } from '@vitae/kit/caller';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { Document } from '@vitae/proto/gen/cv/resume/v1/Document';
import { hashPassword, verifyPassword } from './password-hash.ts';

/** Passwords of protected CVs. They are hashed and verified here; the resume service stores only the hash. */
export type CvPasswords = {
  /** Protects the CV. Returns the changed document. */
  set(id: number, password: string, caller: Caller, ifRevision?: number): Promise<Document>;
  /** Removes the protection. Returns the changed document. */
  remove(id: number, caller: Caller, ifRevision?: number): Promise<Document>;
  /**
   * Verifies a password. Returns its version (`passwordVersion` of a resolved address), which changes with the password;
   * undefined if the password is wrong or none is set.
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
      // Takes the same time without a password, so that the response time does not reveal whether one is set.
      return (await verifyPassword(password, hash || undefined)) ? version : undefined;
    },
  };
}
