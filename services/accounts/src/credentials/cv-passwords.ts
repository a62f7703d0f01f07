import { type Caller, companyCaller } from '@vitae/kit/caller';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { CvData } from '@vitae/proto/cv-data';
import type { Document } from '@vitae/proto/gen/cv/resume/v1/Document';
import type { UserRecord } from '@vitae/proto/user-record';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { type PasswordFault, passwordFault } from './password-policy.ts';

/** Passwords of protected CVs. They are hashed and verified here; the resume service stores only the hash. */
export type CvPasswords = {
  /** Returns why a new password of the CV is rejected, if it is. Visitors see the name of the owner, so it is no password. */
  fault(id: number, password: string, caller: Caller): Promise<PasswordFault | undefined>;
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

export function createCvPasswords({ call, cv, user }: Pick<ResumeClient, 'call' | 'cv' | 'user'>): CvPasswords {
  return {
    fault: async (id, password, caller) => {
      const { userId } = read<CvData>(await cv(id, caller));
      const owner = read<UserRecord>(await user({ id: String(userId), byIdOrigin: false }, caller));
      const { username, email, firstname, lastname } = owner;
      return passwordFault(password, [username, email, `${firstname} ${lastname}`, `${lastname} ${firstname}`]);
    },
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

function read<Resource>({ json }: Document): Resource {
  return JSON.parse(json.toString('utf8')) as Resource;
}
