import type { CvPasswords } from '@vitae/accounts/credentials/cv-passwords';
import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import type { Caller } from '@vitae/kit/caller';
import { VitaeError } from '@vitae/kit/errors';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { CvData } from '@vitae/proto/cv-data';
import type { ResumeListItem } from '@vitae/proto/resume-list-item';

/** A CV as its owner decides who sees it. */
export type OwnCv = Pick<ResumeListItem, 'title' | 'main' | 'indexed' | 'protected' | 'anonymized'> & {
  id: number;
  /** "" while it is not published. */
  publicUrl: string;
  privateUrl: string;
};

export type Visibility = Partial<Pick<CvData, 'published' | 'indexed'>>;

/** The CVs of the owner who is signed in; another's are as if they were not there. */
export type OwnCvs = {
  list(owner: Owner, requestId: string): Promise<OwnCv[]>;
  show(owner: Owner, cvId: number, visibility: Visibility, requestId: string): Promise<void>;
  protect(owner: Owner, cvId: number, password: string, requestId: string): Promise<void>;
  unprotect(owner: Owner, cvId: number, requestId: string): Promise<void>;
};

/** Somebody else may change the same CV in the same moment. */
const ATTEMPTS = 3;

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
    show: async (owner, cvId, visibility, requestId) => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await change(cvId, visibility, callerOf(owner, requestId));
        } catch (thrown) {
          if (attempt === ATTEMPTS || !isChangedMeanwhile(thrown)) throw thrown;
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

export function isChangedMeanwhile(thrown: unknown): boolean {
  return thrown instanceof VitaeError && (thrown.code === 'FAILED_PRECONDITION' || thrown.code === 'ABORTED');
}

function ownCvOf({ id, title, main, indexed, protected: locked, anonymized, ...addresses }: ResumeListItem): OwnCv {
  const { public_url: publicUrl, private_url: privateUrl } = addresses;
  return { id: Number(id), title, main, indexed, protected: locked, anonymized, publicUrl, privateUrl };
}

function callerOf({ companyId, userId }: Owner, requestId: string): Caller {
  return { companyId, userId, applicationId: 0, requestId };
}
