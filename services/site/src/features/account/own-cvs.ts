import type { CvPasswords } from '@vitae/accounts/credentials/cv-passwords';
import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import type { PasswordFault } from '@vitae/accounts/credentials/password-policy';
import type { Caller } from '@vitae/kit/caller';
import { VitaeError } from '@vitae/kit/errors';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { CvData, CvInput } from '@vitae/proto/cv-data';
import type { Culture } from '@vitae/proto/cv-fields';
import type { ResumeListItem } from '@vitae/proto/resume-list-item';
import { type CvHistory, createCvHistory } from './cv-history.ts';
import { callerOf, refOf } from './own-profile.ts';
import { retryOnConflict } from './revision-conflict.ts';
import { createOwnSharing, type OwnSharing } from './sharing/own-sharing.ts';

type ListedFields = 'title' | 'main' | 'indexed' | 'protected' | 'anonymized' | 'language' | 'updated';
/** A CV with the settings that decide who can see it. */
export type OwnCv = Pick<ResumeListItem, ListedFields> & {
  id: number;
  /** "" unless the CV is published. */
  publicUrl: string;
  privateUrl: string;
};

export type Visibility = Partial<Pick<CvData, 'published' | 'indexed'>>;

/** The CVs of the signed-in owner. CVs of other owners are reported as not found. */
export type OwnCvs = CvHistory &
  OwnSharing & {
    list(owner: Owner, requestId: string): Promise<OwnCv[]>;
    setVisibility(owner: Owner, cvId: number, visibility: Visibility, requestId: string): Promise<void>;
    /** Returns why the password is rejected, if it is. */
    protect(owner: Owner, cvId: number, password: string, requestId: string): Promise<PasswordFault | undefined>;
    unprotect(owner: Owner, cvId: number, requestId: string): Promise<void>;
    read(owner: Owner, cvId: number, requestId: string): Promise<{ title: string; main: boolean; revision: number }>;
    /** Creates an unpublished CV without pictures of other accounts. The first CV of an owner becomes the main one. */
    create(owner: Owner, cv: NewCv, requestId: string): Promise<CreatedCv>;
    rename(owner: Owner, cvId: number, title: string, requestId: string): Promise<void>;
    /** An anonymized CV shows neither name, photo nor contact details. */
    setAnonymized(owner: Owner, cvId: number, anonymized: boolean, requestId: string): Promise<void>;
    makeMain(owner: Owner, cvId: number, requestId: string): Promise<void>;
    /** Creates an unpublished copy with its own title, once for each idempotency key. */
    copy(owner: Owner, cvId: number, copy: CvCopy, requestId: string): Promise<void>;
    /** @throws {VitaeError} FAILED_PRECONDITION if the CV no longer has this revision */
    delete(owner: Owner, cvId: number, revision: number, requestId: string): Promise<void>;
  };

/** A picture of an experience or a portfolio item, with its path in the content of the CV. */
export type NewPicture = { path: string; content: Buffer };
/** `content` is JSON Resume or CV data of the API. A `culture` overrides that of the content. The key identifies repeated submissions. */
export type NewCv = {
  content: Buffer;
  culture: Culture | '';
  idempotencyKey: string;
  pictures?: readonly NewPicture[];
  timeoutMs?: number;
};
export type CreatedCv = { id: number; title: string; report: { path: string; outcome: string; note: string }[] };
export type CvCopy = { titleOf: (title: string) => string; idempotencyKey: string };

/** Photos and logos are stored with a new CV. */
const CREATE_DEADLINE_MS = 30_000;

export function createOwnCvs(resume: Pick<ResumeClient, 'call' | 'cv'>, passwords: CvPasswords): OwnCvs {
  const { call } = resume;
  const list: OwnCvs['list'] = async (owner, requestId) => {
    const { json } = await call.ListUserCvs(refOf(owner), { caller: callerOf(owner, requestId) });
    return parse<ResumeListItem[]>(json).map(ownCvOf);
  };
  const read = async (cvId: number, caller: Caller) => {
    const { json, revision } = await resume.cv(cvId, caller);
    return { cv: parse<CvData>(json), revision };
  };
  const change = (owner: Owner, cvId: number, changes: Partial<CvInput>, requestId: string) =>
    retryOnConflict(async () => {
      const caller = callerOf(owner, requestId);
      const { cv, revision } = await read(cvId, caller);
      const content = Buffer.from(JSON.stringify({ ...cv, ...changes }));
      await call.ReplaceCv({ id: cvId, content, ifRevision: revision }, { caller });
    });
  return {
    ...createCvHistory(resume),
    ...createOwnSharing(resume),
    list,
    read: async (owner, cvId, requestId) => {
      const cv = (await list(owner, requestId)).find(({ id }) => id === cvId);
      if (!cv) throw new VitaeError('NOT_FOUND', 'cv_not_found', 'There is no such CV.');
      const { revision } = await resume.cv(cvId, callerOf(owner, requestId));
      return { title: cv.title, main: cv.main, revision };
    },
    create: async (owner, { pictures = [], timeoutMs = CREATE_DEADLINE_MS, ...cv }, requestId) => {
      const { document, title, report } = await call.CreateCv(
        { ...cv, pictures: [...pictures], user: refOf(owner), main: false, publish: false, omitForeignPictures: true },
        { caller: callerOf(owner, requestId), deadlineMs: Math.min(timeoutMs, CREATE_DEADLINE_MS) },
      );
      return {
        id: document?.id ?? 0,
        title,
        report: report.map(({ path, outcome, note }) => ({ path, outcome, note })),
      };
    },
    rename: (owner, cvId, title, requestId) => change(owner, cvId, { title }, requestId),
    setAnonymized: (owner, cvId, anonymized, requestId) => change(owner, cvId, { anonymized }, requestId),
    makeMain: (owner, cvId, requestId) => change(owner, cvId, { main: true }, requestId),
    copy: async (owner, cvId, { titleOf, idempotencyKey }, requestId) => {
      const caller = callerOf(owner, requestId);
      const { cv } = await read(cvId, caller);
      const title = titleOf(cv.title);
      await call.CopyCv({ id: cvId, title, idempotencyKey }, { caller, deadlineMs: CREATE_DEADLINE_MS });
    },
    delete: async (owner, cvId, ifRevision, requestId) => {
      await call.DeleteCv({ id: cvId, ifRevision }, { caller: callerOf(owner, requestId) });
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

function parse<T>(json: Buffer): T {
  return JSON.parse(json.toString('utf8')) as T;
}

export function isMissingCv(thrown: unknown): boolean {
  return thrown instanceof VitaeError && thrown.reason === 'cv_not_found';
}

function ownCvOf(item: ResumeListItem): OwnCv {
  const { title, main, indexed, protected: locked, anonymized, language, updated } = item;
  const { public_url: publicUrl, private_url: privateUrl } = item;
  const shown = { title, main, indexed, protected: locked, anonymized, language, updated };
  return { id: Number(item.id), ...shown, publicUrl, privateUrl };
}
