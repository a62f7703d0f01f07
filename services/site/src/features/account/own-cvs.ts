import type { CvPasswords } from '@vitae/accounts/credentials/cv-passwords';
import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import type { PasswordFault } from '@vitae/accounts/credentials/password-policy';
import type { Caller } from '@vitae/kit/caller';
import { VitaeError } from '@vitae/kit/errors';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { CvData } from '@vitae/proto/cv-data';
import type { ResumeListItem } from '@vitae/proto/resume-list-item';

/** A CV with the settings that decide who can see it. */
export type OwnCv = Pick<ResumeListItem, 'title' | 'main' | 'indexed' | 'protected' | 'anonymized'> & {
  id: number;
  /** "" unless the CV is published. */
  publicUrl: string;
  privateUrl: string;
};

export type Visibility = Partial<Pick<CvData, 'published' | 'indexed'>>;

/** The CVs of the signed-in owner. CVs of other owners are reported as not found. */
export type OwnCvs = {
  list(owner: Owner, requestId: string): Promise<OwnCv[]>;
  setVisibility(owner: Owner, cvId: number, visibility: Visibility, requestId: string): Promise<void>;
  /** Returns why the password is rejected, if it is. */
  protect(owner: Owner, cvId: number, password: string, requestId: string): Promise<PasswordFault | undefined>;
  unprotect(owner: Owner, cvId: number, requestId: string): Promise<void>;
};

export function createOwnCvs({ call }: Pick<ResumeClient, 'call'>, passwords: CvPasswords): OwnCvs {
  return {
    list: async (owner, requestId) => {
      const user = { id: String(owner.userId), byIdOrigin: false };
      const { json } = await call.ListUserCvs(user, { caller: callerOf(owner, requestId) });
      return (JSON.parse(json.toString('utf8')) as ResumeListItem[]).map(ownCvOf);
    },
    setVisibility: async (owner, cvId, visibility, requestId) => {
      await call.SetCvVisibility({ id: cvId, ...visibility }, { caller: callerOf(owner, requestId) });
    },
    protect: async (owner, cvId, password, requestId) => {
      const caller = callerOf(owner, requestId);
      const fault = await passwords.fault(cvId, password, caller);
      if (!fault) await passwords.set(cvId, password, caller);
      return fault;
    },
    unprotect: async (owner, cvId, requestId) => {
      await passwords.remove(cvId, callerOf(owner, requestId));
    },
  };
}

export function isRevisionConflict(thrown: unknown): boolean {
  return thrown instanceof VitaeError && (thrown.code === 'FAILED_PRECONDITION' || thrown.code === 'ABORTED');
}

function ownCvOf({ id, title, main, indexed, protected: locked, anonymized, ...addresses }: ResumeListItem): OwnCv {
  const { public_url: publicUrl, private_url: privateUrl } = addresses;
  return { id: Number(id), title, main, indexed, protected: locked, anonymized, publicUrl, privateUrl };
}

function callerOf({ companyId, userId }: Owner, requestId: string): Caller {
  return { companyId, userId, applicationId: 0, requestId };
}
