import type { Culture } from '@vitae/proto/cv-fields';
import type { Display } from '@vitae/proto/display';
import type { ResumeStatus } from '@vitae/proto/resume-status';
import type { CvContent } from './cv/content.ts';

export type StatusChange = { status: ResumeStatus; at: Date };

/** A CV as it is stored, its public JSON aside. */
export type StoredCv = {
  id: number;
  companyId: number;
  userId: number;
  /** Grows by one with each change. */
  revision: number;
  culture: Culture;
  content: CvContent;
  completion: number;
  /** The one CV of its owner that `/p/{userSlug}` shows. */
  main: boolean;
  published: boolean;
  indexed: boolean;
  protected: boolean;
  anonymized: boolean;
  /** Who the CV is meant for. */
  recipient: string;
  status: ResumeStatus;
  statusChangedAt: Date;
  history: StatusChange[];
  /** Slug of the owner; never changes, so it is kept here too. */
  userSlug: string;
  /** Unique among the owner's CVs; never changes. */
  slug: string;
  /** Of the private link; unguessable. */
  token: string;
  display: Display;
  /** Name of its picture. */
  photo: string | null;
  /** What visitors of a protected CV are asked for; nobody can open it while it is null. */
  password: CvPassword | null;
  /** The owner's manager and tags, so that lists filter on one collection. */
  managerId: number | null;
  tagIds: number[];
  createdAt: Date;
  updatedAt: Date;
};

/** The hash is made and checked by the gateway: nothing here can read it. */
export type CvPassword = {
  hash: string;
  /** The revision of the CV that it came with, so that no two passwords of a CV have the same. */
  version: number;
};

/** The public JSON as stored, with what made it. */
export type Rendering = {
  json: Buffer;
  /** Version of the code and settings. */
  mark: string;
  /** From when on it is out of date by the passing of time alone. */
  until: Date | null;
};
