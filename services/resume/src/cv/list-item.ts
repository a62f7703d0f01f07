import type { ResumeListItem, ResumeStatusItem } from '@vitae/proto/resume-list-item';
import { statusCode } from '@vitae/proto/resume-status';
import { displayNameOf, type StoredCv, type StoredUser } from '../model.ts';
import { zonedDateTime } from './public-json.ts';
import { privateUrl, publicUrl } from './urls.ts';

/** The fields of a CV that lists read. */
export type CvRow = Omit<StoredCv, 'content' | 'display' | 'history' | 'photo' | 'password'> & { title: string };

export function listItemOf(
  siteUrl: string,
  cv: CvRow,
  owner: StoredUser,
  manager: StoredUser | undefined,
): ResumeListItem {
  const { username, email, firstname, lastname, kind, id, phone } = owner;
  return {
    id: String(cv.id),
    title: cv.title,
    completion: cv.completion,
    anonymized: cv.anonymized,
    main: cv.main,
    status: statusCode(cv.status),
    public_url: publicUrl(siteUrl, cv),
    private_url: privateUrl(siteUrl, cv),
    created: zonedDateTime(cv.createdAt),
    updated: zonedDateTime(cv.updatedAt),
    indexed: cv.indexed,
    protected: cv.protected,
    manager: manager === undefined ? '' : displayNameOf(manager),
    language: cv.culture,
    user: { username, email, firstname, lastname, kind, id, phone },
  };
}

export function statusItemOf(cv: CvRow): ResumeStatusItem {
  return {
    title: cv.title,
    anonymized: cv.anonymized,
    main: cv.main,
    id: String(cv.id),
    created: zonedDateTime(cv.createdAt),
    updated: zonedDateTime(cv.updatedAt),
    language: cv.culture,
  };
}
