import type { Culture } from '@vitae/proto/cv-fields';
import {
  type Display,
  type DocumentLanguage,
  defaultDisplayConfig,
  type EmbeddedDisplay,
  type SectionKind,
} from '@vitae/proto/display';
import type { LinkPreviewChoice, ResumeSections } from '@vitae/proto/export-source';
import type { ResumeStatus } from '@vitae/proto/resume-status';
import type { Tag } from '@vitae/proto/tag';
import type { UserKind, UserRecord } from '@vitae/proto/user-record';
import type { CvContent } from './cv/content.ts';

export type StoredUser = {
  id: number;
  companyId: number;
  username: string;
  /** Part of the addresses of the user's pages, `/p/{slug}`. Unique on the platform. */
  slug: string;
  /** Slugs that the user had before. They still lead to the user's pages, and no other user can have them. */
  formerSlugs: string[];
  email: string;
  firstname: string;
  lastname: string;
  phone: string;
  kind: UserKind;
  /** The id in the company's own system, unique in the company. */
  idOrigin: string | null;
  managerId: number | null;
  tagIds: number[];
  cvCount: number;
  revision: number;
  createdAt: Date;
  updatedAt: Date;
};

/** The user record of the company API. */
export function userRecordOf(user: StoredUser): UserRecord {
  const { id, username, email, firstname, lastname, phone, kind, idOrigin } = user;
  return { id, username, email, firstname, lastname, phone, kind, id_origin: idOrigin };
}

export function displayNameOf(user: Pick<StoredUser, 'firstname' | 'lastname'>): string {
  return `${user.firstname} ${user.lastname}`.trim();
}

export type StoredTag = {
  id: number;
  companyId: number;
  title: string;
  type: number;
  specialization: string | null;
  idOrigin: string | null;
  translations: Record<string, string>;
  revision: number;
  createdAt: Date;
  updatedAt: Date;
};

/** The tag of the company API. */
export function tagOf(tag: StoredTag): Tag {
  const { id, title, type, specialization, idOrigin, translations } = tag;
  return { id, title, type, specialization, id_origin: idOrigin, translations };
}

export type StatusChange = { status: ResumeStatus; at: Date };

/** A stored CV without its rendering. */
export type StoredCv = {
  id: number;
  companyId: number;
  userId: number;
  /** Incremented by each change. */
  revision: number;
  culture: Culture;
  content: CvContent;
  completion: number;
  /** Whether `/p/{userSlug}` shows this CV. Each owner of CVs has one main CV. */
  main: boolean;
  published: boolean;
  indexed: boolean;
  protected: boolean;
  anonymized: boolean;
  /** The reader that the CV is written for, such as a customer. */
  recipient: string;
  status: ResumeStatus;
  statusChangedAt: Date;
  history: StatusChange[];
  /** A copy of the owner's slug. A change of the slug changes all CVs in its transaction. */
  userSlug: string;
  /** Unique among the owner's CVs. */
  slug: string;
  /** The unguessable part of the permanent private link. */
  token: string;
  /** Private links that the owner added, the oldest first. */
  links: CvLink[];
  /** Whether link previews show the owner's name and photo. */
  linkPreview: LinkPreviewChoice;
  display: StoredDisplay;
  /** The name of the photo. */
  photo: string | null;
  /** Asked of visitors of a protected CV. Visitors cannot open a protected CV without a password. */
  password: CvPassword | null;
  /** The owner's manager and tags, copied so that lists filter one collection. */
  managerId: number | null;
  tagIds: number[];
  createdAt: Date;
  updatedAt: Date;
};

/** A private link with a name. It opens the same pages and files as the permanent one. */
export type CvLink = {
  token: string;
  name: string;
  createdAt: Date;
  /** Null for a link without expiry. */
  expiresAt: Date | null;
};

/** Hashed and verified by the gateway. */
export type CvPassword = {
  hash: string;
  /** The revision of the CV that set the password. Each password of a CV has a different version. */
  version: number;
};

/** The public JSON of a CV as it is stored with the CV. */
export type Rendering = {
  json: Buffer;
  /** Identifies the code and settings that produced the JSON. */
  mark: string;
  /** When the JSON expires because it depends on the current date; null if it does not. */
  until: Date | null;
};

/** A version of the content of a CV, without the content. */
export type CvVersionHead = {
  /** The revision of the CV that first had the content. */
  revision: number;
  /** When the CV got the content. */
  at: Date;
  title: string;
  /** The SHA-256 of the content without the photo. */
  digest: string;
  /** The name of the photo. Missing in versions that were stored without it. */
  photo?: string | null;
  /** The revision whose content an undo restored; null for all other versions. */
  undoneTo: number | null;
};
/** The content and culture that the owner writes, as in the public JSON. */
export type CvVersion = CvVersionHead &
  Pick<StoredCv, 'culture' | 'content'> & {
    /** The sections that CV data does not have. Missing in versions that were stored without them. */
    sections?: ResumeSections;
  };

/** The options of documents are beside the displays because the specification lists the fields of displays. */
export type StoredDisplay = Display & {
  maxPages?: number;
  language?: DocumentLanguage;
  sectionOrder?: SectionKind[];
};

const DEFAULT_LAYOUT = { id: 'classic', color: '#2b5d8a' };

/** The display settings of a new CV, which show everything. */
export function defaultDisplay(layout = DEFAULT_LAYOUT): Display {
  return {
    web: { ...layout },
    mobile: { ...layout },
    print: { ...layout, displayConfig: { ...defaultDisplayConfig } },
  };
}

/** The display settings of a new CV with the design of a document, on paper and on the web. */
export function displayWith({ id, color, maxPages, language, sectionOrder }: EmbeddedDisplay): StoredDisplay {
  return {
    ...defaultDisplay({ id, color }),
    ...(maxPages && { maxPages }),
    ...(language && { language }),
    ...(sectionOrder && { sectionOrder }),
  };
}

/** The re-encoded picture of a CV. */
export type StoredPicture = {
  /** Unguessable and never reused: a name always stands for the same bytes. */
  name: string;
  companyId: number;
  userId: number;
  cvId: number;
  kind: 'photo' | 'logo';
  contentType: 'image/jpeg' | 'image/png';
  width: number;
  height: number;
  /** In bytes. */
  size: number;
  /** The SHA-256 of the bytes in hexadecimal. */
  digest: string;
};

/** The public JSON of a stored object, with its id and revision. */
export type PublicDocument = { id: number; revision: number; json: string };
