import type { Display } from '@vitae/proto/display';
import type { ResumeStatus } from '@vitae/proto/resume-status';
import type { UserKind } from '@vitae/proto/user-record';
import type { From } from './paging/position-cache.ts';
import type { ItemKind } from './cv/content.ts';
import type { CvRow } from './cv/list-item.ts';
import type { Rendering, StatusChange, StoredCv } from './model.ts';
import type { StoredPicture } from './cv/stored-picture.ts';
import type { CvQuery } from './cv-list/list-query.ts';
import type { ListPlan } from './cv-list/plan.ts';
import type { KeptImport } from './json-resume/export.ts';
import type { StoredTag } from './tag/stored-tag.ts';
import type { SearchedWords } from './user/search-words.ts';
import type { StoredUser } from './user/stored-user.ts';

/** What the use-cases need kept. Everything is scoped by company: what belongs to another is undefined. */
export type ResumeStore = {
  users: UserStore;
  cvs: CvStore;
  lists: CvListStore;
  tags: TagStore;
  imports: ImportStore;
  pictures: PictureStore;
  answers: AnswerStore;
  deleted: DeletedStore;
  /** New ids of one kind of thing; a number is never given twice. */
  draw(kind: IdKind, count: number): Promise<number[]>;
  /** All of it or nothing, on the data of one company; may be tried again from the start. */
  atomically<T>(companyId: number, work: (store: ResumeStore) => Promise<T>): Promise<T>;
  /** Grows with every change of a company's data. */
  generationOf(companyId: number): Promise<number>;
};

export type IdKind = 'user' | 'cv' | 'tag' | ItemKind;

/** How a caller names a user: by our id or by the company's own. */
export type UserKey = { companyId: number; id: number } | { companyId: number; idOrigin: string };

export type UserStore = {
  find(key: UserKey): Promise<StoredUser | undefined>;
  /** In one query, in no order. */
  findAll(keys: readonly UserKey[]): Promise<StoredUser[]>;
  /** The user who holds one of these unique values already, other than `id`. */
  holderOf(unique: {
    id: number;
    companyId: number;
    username?: string;
    email?: string;
    idOrigin?: string | null;
  }): Promise<StoredUser | undefined>;
  /** Slugs of the platform that are or begin with this one. */
  slugsLike(slug: string): Promise<Set<string>>;
  insert(user: StoredUser): Promise<void>;
  /** False when the stored revision is not the one before. */
  replace(user: StoredUser): Promise<boolean>;
  /** False when the user is gone meanwhile. */
  addToCvCount(id: number, change: 1 | -1): Promise<boolean>;
  /** By id, ascending. */
  page(query: UserQuery, from: From, limit: number): Promise<StoredUser[]>;
  count(query: UserQuery): Promise<number>;
  /** The pair of beginnings that the fewest users have; of common ones any. */
  rarestPair(companyId: number, pairs: readonly string[]): Promise<string>;
  /** Takes a manager, or a tag, from all who have it. */
  forgetManager(companyId: number, managerId: number): Promise<void>;
  forgetTag(companyId: number, tagId: number): Promise<void>;
};

/** Which users of a company: all conditions hold, absent ones do not count. */
export type UserQuery = {
  companyId: number;
  /** Set when the caller reaches one user alone. */
  userId?: number;
  kinds?: UserKind[];
  tagId?: number;
  search?: SearchedWords;
};

/** What the hot path reads: enough to answer, nothing to convert. */
export type RenderedCv = CvHead & Rendering;

/** Of a rendered CV: whose it is, and what tells whether the JSON that somebody has is still it. */
export type CvHead = { id: number; companyId: number; userId: number; revision: number } & Omit<Rendering, 'json'>;

/** What the address of an export is made of. */
export type ExportHead = Pick<StoredCv, 'id' | 'companyId' | 'userId' | 'revision' | 'culture' | 'anonymized'> & {
  display: Pick<StoredCv['display'], 'print'>;
};

export type CvStore = {
  /** In one query, in no order; of any company, so the caller compares. */
  findRendered(ids: readonly number[]): Promise<RenderedCv[]>;
  /** The same without the JSON. */
  findHeads(ids: readonly number[]): Promise<CvHead[]>;
  /** Of any company, as well. */
  findExportHeads(ids: readonly number[]): Promise<ExportHead[]>;
  find(companyId: number, id: number): Promise<StoredCv | undefined>;
  /** The main CV of a user. */
  findMain(userId: number): Promise<StoredCv | undefined>;
  slugsOf(userId: number): Promise<Set<string>>;
  insert(cv: StoredCv, rendering: Rendering): Promise<void>;
  /** False when the stored revision is not the one before. */
  replace(cv: StoredCv, rendering: Rendering): Promise<boolean>;
  /** Writes a rendering back, unless the CV was changed meanwhile. */
  saveRendering(id: number, revision: number, rendering: Rendering): Promise<void>;
  /** Something that its exports show has changed outside of it. */
  raiseRevisions(userId: number): Promise<void>;
  /** What lists know of the owner. */
  setOwner(userId: number, owner: { managerId?: number | null; tagIds?: number[] }): Promise<void>;
  /** False when the status is not the one it should follow. */
  setStatus(id: number, from: ResumeStatus, change: StatusChange): Promise<boolean>;
  setDisplay(id: number, display: Display): Promise<void>;
  forgetManager(companyId: number, managerId: number): Promise<void>;
  forgetTag(companyId: number, tagId: number): Promise<void>;
  /** The oldest CV of a user, to be the main one. */
  findOldest(userId: number): Promise<StoredCv | undefined>;
  /** By the address of a page: of any company. */
  findByAddress(address: CvAddress): Promise<StoredCv | undefined>;
};

export type CvAddress = { userSlug: string; slug: string } | { token: string };

export type CvListStore = {
  page(plan: ListPlan, from: From, limit: number): Promise<CvRow[]>;
  count(query: CvQuery): Promise<number>;
  ofUser(userId: number): Promise<CvRow[]>;
  pageByStatus(query: StatusQuery, from: From, limit: number): Promise<CvRow[]>;
  countByStatus(query: StatusQuery): Promise<number>;
};

/** `since` in milliseconds since 1970, that moment included. */
export type StatusQuery = { companyId: number; userId?: number; status: ResumeStatus; since: number };

export type TagStore = {
  find(companyId: number, id: number): Promise<StoredTag | undefined>;
  findByIdOrigin(companyId: number, idOrigin: string): Promise<StoredTag | undefined>;
  findAll(companyId: number, ids: readonly number[]): Promise<StoredTag[]>;
  page(companyId: number, from: From, limit: number): Promise<StoredTag[]>;
  count(companyId: number): Promise<number>;
  insert(tag: StoredTag): Promise<void>;
  /** False when the stored revision is not the one before. */
  replace(tag: StoredTag): Promise<boolean>;
  delete(companyId: number, id: number): Promise<void>;
};

/** What was deleted is out of reach of everything but this, until it is erased. */
export type DeletedStore = {
  deleteUser(user: StoredUser, at: Date): Promise<number[]>;
  deleteCv(cv: StoredCv, at: Date): Promise<void>;
  usersBefore(before: Date, limit: number): Promise<DeletedUser[]>;
  eraseUser(companyId: number, userId: number): Promise<number[]>;
  /** CVs that were deleted on their own. */
  eraseCvsBefore(before: Date, limit: number): Promise<number[]>;
};
export type DeletedUser = { companyId: number; id: number; deletedAt: Date; cvIds: number[] };

/** What came in with an imported CV and has no place in it. */
export type StoredImport = KeptImport & {
  /** The name on the import, "" when there is none; null since the owner was given another name. */
  displayName: string | null;
};

export type ImportStore = {
  find(cvId: number): Promise<StoredImport | undefined>;
  insert(cv: Pick<StoredCv, 'id' | 'companyId' | 'userId'>, kept: StoredImport): Promise<void>;
  /** The owner was given another name: it counts from now on. */
  forgetNames(userId: number): Promise<void>;
};

/** Pictures of CVs, with their bytes. They come and go in the transaction of what shows them. */
export type PictureStore = {
  find(name: string): Promise<StoredPicture | undefined>;
  read(name: string): Promise<PictureWithContent | undefined>;
  insert(picture: PictureWithContent, at: Date): Promise<void>;
  remove(names: readonly string[]): Promise<void>;
};
export type PictureWithContent = StoredPicture & { content: Buffer };

/** The answer of a creating call that had an idempotency key. */
export type StoredAnswer = { bodyHash: string; answer: string };
export type AnswerKey = { companyId: number; method: string; key: string };

export type AnswerStore = {
  find(key: AnswerKey): Promise<StoredAnswer | undefined>;
  /** `userId` is whose data the answer holds: it is erased with them. */
  insert(key: AnswerKey, stored: StoredAnswer & { userId: number; at: Date }): Promise<void>;
};
