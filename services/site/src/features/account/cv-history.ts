import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import { VitaeError } from '@vitae/kit/errors';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { CvData } from '@vitae/proto/cv-data';
import type { ResumeSections } from '@vitae/proto/export-source';
import type { EditedCvData } from './editor/resume-sections.ts';
import { callerOf, refOf } from './own-profile.ts';

/** A version of the content of a CV. */
export type OwnVersion = { revision: number; at: Date; title: string; current: boolean };
/** `hasPictures`: versions have pictures that the CV no longer has. */
export type OwnVersions = { title: string; versions: OwnVersion[]; hasPictures: boolean };
/**
 * A CV, and the same CV as it would be if a version was restored. `at` is the time of the version. `photoChange` is missing
 * if the photo would stay.
 */
export type VersionComparison = {
  cv: EditedCvData;
  revision: number;
  version: EditedCvData;
  photoChange?: PhotoChange | undefined;
  at: Date;
};
export type PhotoChange = 'added' | 'changed' | 'removed';
export type DeletedCv = { id: number; title: string; deletedAt: Date };
/** `next` is the cursor of the next page, if there is one. */
export type DeletedCvs = { cvs: DeletedCv[]; next: string | undefined };

/** Earlier versions of the owner's CVs, and deleted CVs. CVs of other owners are reported as not found. */
export type CvHistory = {
  /** The newest version first. */
  versions(owner: Owner, cvId: number, requestId: string): Promise<OwnVersions>;
  /** @throws {VitaeError} NOT_FOUND version_not_found if the version is not stored */
  compareVersion(owner: Owner, cvId: number, revision: number, requestId: string): Promise<VersionComparison>;
  /**
   * Restores a version if the CV still has the revision `ifRevision`.
   * @throws {VitaeError} NOT_FOUND version_not_found if there is no such version
   */
  restoreVersion(owner: Owner, cvId: number, restore: RestoredVersion, requestId: string): Promise<void>;
  /**
   * Lists up to 100 CVs that can be restored, the last deleted first.
   * @throws {VitaeError} INVALID_ARGUMENT invalid_cursor
   */
  listDeleted(owner: Owner, requestId: string, cursor?: string): Promise<DeletedCvs>;
  /** Restores a deleted CV as an unpublished one with a new private link. */
  restoreDeleted(owner: Owner, cvId: number, requestId: string): Promise<void>;
};
export type RestoredVersion = { revision: number; ifRevision: number };

export function createCvHistory(resume: Pick<ResumeClient, 'call' | 'cv'>): CvHistory {
  const { call } = resume;
  const parse = (json: Buffer) => JSON.parse(json.toString('utf8')) as CvData;
  return {
    versions: async (owner, id, requestId) => {
      const caller = callerOf(owner, requestId);
      const [{ versions, pictures }, { json }] = await Promise.all([
        call.ListCvVersions({ id }, { caller }),
        resume.cv(id, caller),
      ]);
      return {
        title: parse(json).title,
        versions: versions.map((version) => ({ ...version, at: new Date(version.at) })),
        hasPictures: pictures.length > 0,
      };
    },
    compareVersion: async (owner, id, revision, requestId) => {
      const caller = callerOf(owner, requestId);
      const cv = await resume.cv(id, caller);
      const version = await call.GetCvVersion({ id, revision }, { caller });
      const sections = await call.GetCvResumeSections({ id }, { caller });
      const current = {
        ...parse(cv.json),
        resumeSections: JSON.parse(sections.json.toString('utf8')) as ResumeSections,
      };
      const { versions } = await call.ListCvVersions({ id }, { caller });
      const listed = versions.find((one) => one.revision === revision);
      if (!listed) throw new VitaeError('NOT_FOUND', 'version_not_found', 'There is no such version.');
      const { photoChange, ...restored } = parse(version.json) as EditedCvData & { photoChange?: PhotoChange };
      return { cv: current, revision: cv.revision, version: restored, photoChange, at: new Date(listed.at) };
    },
    restoreVersion: async (owner, id, restore, requestId) => {
      await call.RestoreCvVersion({ id, ...restore }, { caller: callerOf(owner, requestId) });
    },
    listDeleted: async (owner, requestId, cursor = '') => {
      const request = { ...refOf(owner), cursor };
      const { cvs, next } = await call.ListDeletedCvs(request, { caller: callerOf(owner, requestId) });
      const deleted = cvs.map(({ id, title, deletedAt }) => ({ id, title, deletedAt: new Date(deletedAt) }));
      return { cvs: deleted, next: next || undefined };
    },
    restoreDeleted: async (owner, id, requestId) => {
      await call.RestoreCv({ id }, { caller: callerOf(owner, requestId) });
    },
  };
}

export function isMissingVersion(thrown: unknown): boolean {
  return thrown instanceof VitaeError && thrown.reason === 'version_not_found';
}
