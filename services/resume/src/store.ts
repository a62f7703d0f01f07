import type { KeptImport } from './json-resume/export.ts';
import type { Photo } from './json-resume/photo.ts';
import type { ItemKind } from './cv/content.ts';
import type { Rendering, StoredCv } from './cv/stored-cv.ts';
import type { StoredUser } from './user/stored-user.ts';

/** What the use-cases need kept. Everything is scoped by company: what belongs to another is undefined. */
export type ResumeStore = {
  users: UserStore;
  cvs: CvStore;
  imports: ImportStore;
  answers: AnswerStore;
  /** New ids of one kind of thing; a number is never given twice. */
  draw(kind: IdKind, count: number): Promise<number[]>;
  /** All of it or nothing; may be tried again from the start. */
  atomically<T>(work: (store: ResumeStore) => Promise<T>): Promise<T>;
};

export type IdKind = 'user' | 'cv' | 'tag' | ItemKind;

/** How a caller names a user: by our id or by the company's own. */
export type UserKey = { companyId: number; id: number } | { companyId: number; idOrigin: string };

export type UserStore = {
  find(key: UserKey): Promise<StoredUser | undefined>;
  /** In one query, in no order. */
  findAll(keys: readonly UserKey[]): Promise<StoredUser[]>;
  /** The user who holds one of these unique values already, other than `id`. */
  holderOf(unique: { id: number; companyId: number; username?: string; email?: string; idOrigin?: string | null }): Promise<StoredUser | undefined>;
  /** Slugs of the platform that are or begin with this one. */
  slugsLike(slug: string): Promise<Set<string>>;
  insert(user: StoredUser): Promise<void>;
  /** False when the stored revision is not the one before. */
  replace(user: StoredUser): Promise<boolean>;
  /** False when the user is gone meanwhile. */
  addToCvCount(id: number, change: 1 | -1): Promise<boolean>;
};

/** What the hot path reads: enough to answer, nothing to convert. */
export type RenderedCv = { id: number; companyId: number; userId: number; revision: number } & Rendering;

export type CvStore = {
  /** In one query, in no order; of any company, so the caller compares. */
  findRendered(ids: readonly number[]): Promise<RenderedCv[]>;
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
};

/** What came in with an imported CV and has no place in it. */
export type StoredImport = KeptImport & { displayName: string; photo: Photo | null };

export type ImportStore = {
  find(cvId: number): Promise<StoredImport | undefined>;
  insert(cv: Pick<StoredCv, 'id' | 'companyId' | 'userId'>, kept: StoredImport): Promise<void>;
};

/** The answer of a creating call that had an idempotency key. */
export type StoredAnswer = { bodyHash: string; answer: string };
export type AnswerKey = { companyId: number; method: string; key: string };

export type AnswerStore = {
  find(key: AnswerKey): Promise<StoredAnswer | undefined>;
  /** `userId` is whose data the answer holds: it is erased with them. */
  insert(key: AnswerKey, stored: StoredAnswer & { userId: number; at: Date }): Promise<void>;
};
