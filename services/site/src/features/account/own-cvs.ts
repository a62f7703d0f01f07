import type { CvPasswords } from '@vitae/accounts/credentials/cv-passwords';
import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
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
  protect(owner: Owner, cvId: number, password: string, requestId: string): Promise<void>;
  unprotect(owner: Owner, cvId: number, requestId: string): Promise<void>;
};

/** The CV may be changed by another request at the same time. */
const MAX_ATTEMPTS = 3;

export function createOwnCvs({ cv, call }: Pick<ResumeClient, 'cv' | 'call'>, passwords: CvPasswords): OwnCvs {
  const change = async (id: number, visibility: Visibility, caller: Caller): Promise<void> => {
    const { json, revision } = await cv(id, caller);
    const content = Buffer.from(JSON.stringify({ ...JSON.parse(json.toString('utf8')), ...visibility }));
    await call.ReplaceCv({ id, content, ifRevision: revision }, { caller });
  };
  return {
    list: async (owner, requestId) => {
      const user = { id: String(owner.userId), byIdOrigin: false };
      const { json } = await call.ListUserCvs(user, { caller: callerOf(owner, requestId) });
      return (JSON.parse(json.toString('utf8')) as ResumeListItem[]).map(ownCvOf);
    },
    setVisibility: async (owner, cvId, visibility, requestId) => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await change(cvId, visibility, callerOf(owner, requestId));
        } catch (thrown) {
          if (attempt === MAX_ATTEMPTS || !isRevisionConflict(thrown)) throw thrown;
        }
      }
    },
    protect: async (owner, cvId, password, requestId) => {
      await passwords.set(cvId, password, callerOf(owner, requestId));
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
