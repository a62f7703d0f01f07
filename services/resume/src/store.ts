import type { ReadStart, Total } from '@vitae/kit/read-page';
import type { ResumeStatus } from '@vitae/proto/resume-status';
import type { UserKind } from '@vitae/proto/user-record';
import type { ItemKind } from './cv/content.ts';
import type { CvRow } from './cv/list-item.ts';
import type { CvQuery, ListScope } from './cv-list/list-query.ts';
import type { ListPlan } from './cv-list/plan.ts';
import type { ImportRecord } from './json-resume/export.ts';
import type { JsonObject } from './json-resume/report.ts';
import type {
  CvLink,
  CvVersion,
  CvVersionHead,
  Rendering,
  StatusChange,
  StoredCv,
  StoredDisplay,
  StoredPicture,
  StoredTag,
  StoredUser,
} from './model.ts';
import type { WithPictures } from './pictures/pictures-of.ts';
import type { SearchedWords } from './user/search-words.ts';

/** The data of all companies. Reads are scoped by company and return undefined for data of another company. */
export type ResumeStore = {
  users: UserStore;
  cvs: CvStore;
  lists: CvListStore;
  versions: VersionStore;
  tags: TagStore;
  imports: ImportStore;
  pictures: PictureStore;
  idempotency: IdempotencyStore;
  deleted: DeletedStore;
  deletedReferences: DeletedReferenceStore;
  changes: ChangeStore;
  /** The key of the codes in links of applications, which all processes share. */
  applicationLinkKey(): Promise<Buffer>;
  /** New ids of a kind. Each id is returned only once. See kit/sequence.ts for their order. */
  reserveIds(kind: IdKind, count: number): Promise<number[]>;
  /** Runs `work` in a transaction. `work` runs again after a conflict. */
  transaction<T>(work: (store: ResumeStore) => Promise<T>): Promise<T>;
};

export type IdKind = 'user' | 'cv' | 'tag' | ItemKind;

/** A user by id or by `id_origin`. */
export type UserKey = { companyId: number; id: number } | { companyId: number; idOrigin: string };

/** Values that no other user may have: slugs on the platform, the others in a company. */
export type UniqueUserFields = {
  id: number;
  companyId: number;
  username?: string | undefined;
  slug?: string | undefined;
  email?: string | undefined;
  idOrigin?: string | null | undefined;
};

export type UserStore = {
  find(key: UserKey): Promise<StoredUser | undefined>;
  /** Reads all users in one query, in any order. */
  findAll(keys: readonly UserKey[]): Promise<StoredUser[]>;
  /** Returns the first of the fields whose value a user other than `id` has. */
  findTaken(fields: UniqueUserFields): Promise<'username' | 'email' | 'idOrigin' | undefined>;
  /** Returns which of the slugs any user of the platform has or had. */
  findTakenSlugs(slugs: readonly string[]): Promise<Set<string>>;
  insert(user: StoredUser): Promise<void>;
  /** Replaces the user if the stored revision is `user.revision - 1`. Returns false otherwise. */
  replaceIfUnchanged(user: StoredUser): Promise<boolean>;
  /** Records `at` as the time of the change. Returns the user as before it. Creations of CVs for the same user conflict here, so that their slugs differ. */
  addToCvCount(key: UserKey, change: 1 | -1, at: Date): Promise<StoredUser | undefined>;
  /** Users by ascending id. */
  page(query: UserQuery, start: ReadStart, limit: number, signal?: AbortSignal): Promise<StoredUser[]>;
  count(query: UserQuery, signal?: AbortSignal): Promise<Total>;
  /** The prefix pair that the fewest users have; any of them if all are common. */
  rarestPair(companyId: number, pairs: readonly string[], signal?: AbortSignal): Promise<string>;
  /** Removes a manager or tag from at most `limit` users. Returns their number. */
  removeReference(reference: Reference, limit: number): Promise<number>;
};

/** A manager or tag, which users and CVs contain by id. */
export type Reference = { kind: 'manager' | 'tag'; companyId: number; id: number };

/** Users of a company that meet all given conditions. */
export type UserQuery = {
  companyId: number;
  /** Set when the caller can access only one user. */
  userId?: number;
  kinds?: UserKind[];
  tagId?: number;
  search?: SearchedWords;
};

export type RenderedCv = CvHead & Rendering;

/** The owner of a rendered CV and the fields that tell whether a cached copy of its JSON is current. */
export type CvHead = { id: number; companyId: number; userId: number; revision: number } & Omit<Rendering, 'json'>;

/** The fields of a CV that determine the address of its exports. */
export type ExportHead = Pick<StoredCv, 'id' | 'companyId' | 'userId' | 'revision' | 'culture' | 'anonymized'> & {
  display: Pick<StoredCv['display'], 'print'>;
};

/** The owner of CVs. */
export type CvOwner = { companyId: number; userId: number };
export type CvKey = { companyId: number; id: number };
/** CVs of several companies. */
export type CvKeys = { companyIds: readonly number[]; ids: readonly number[] };

export type CvStore = {
  /** Reads CVs of several companies in one query, in any order. The caller must check access. */
  findRendered(keys: CvKeys): Promise<RenderedCv[]>;
  /** As `findRendered`, without the JSON. */
  findHeads(keys: CvKeys): Promise<CvHead[]>;
  /** As `findRendered`, with the fields of exports. */
  findExportHeads(keys: CvKeys): Promise<ExportHead[]>;
  find(companyId: number, id: number): Promise<StoredCv | undefined>;
  findMain(owner: CvOwner): Promise<StoredCv | undefined>;
  findOldest(owner: CvOwner): Promise<StoredCv | undefined>;
  /** The CV of any company at an address of the site. Finds it by expired links too. */
  findByAddress(address: CvAddress): Promise<StoredCv | undefined>;
  /** Returns which of the slugs the owner's CVs have. */
  findTakenSlugs(owner: CvOwner, slugs: readonly string[]): Promise<Set<string>>;
  insert(cv: StoredCv, rendering: Rendering): Promise<void>;
  /** Replaces the CV if the stored revision is `cv.revision - 1`. Returns false otherwise. */
  replaceIfUnchanged(cv: StoredCv, rendering: Rendering): Promise<boolean>;
  /** Stores a rendering unless the CV was modified since `revision`. */
  saveRendering(key: CvKey, revision: number, rendering: Rendering): Promise<void>;
  /** Increments the revision of a user's CVs, because their exports show data of the user. */
  incrementRevisions(owner: CvOwner): Promise<void>;
  /** Updates the copies of the owner's slug. The stored renderings become outdated, but the date of the change stays. */
  setUserSlug(owner: CvOwner, userSlug: string): Promise<void>;
  /** Updates the copies of the owner's manager and tags. */
  setOwnerFields(owner: CvOwner, fields: { managerId?: number | null; tagIds?: number[] }): Promise<void>;
  /** Returns false if the stored status is not `from`. */
  setStatus(key: CvKey, from: ResumeStatus, change: StatusChange): Promise<boolean>;
  setDisplay(key: CvKey, display: StoredDisplay): Promise<void>;
  addLink(key: CvKey, link: CvLink): Promise<void>;
  /** Does nothing if the CV has no such link. */
  removeLink(key: CvKey, token: string): Promise<void>;
  /** Removes a manager or tag from at most `limit` CVs. Returns their number. */
  removeReference(reference: Reference, limit: number): Promise<number>;
};

export type CvAddress = { userSlug: string; slug: string } | { token: string };

export type CvListStore = {
  /** @throws {VitaeError} INVALID_ARGUMENT list_too_expensive if too many rows match only some of the filters */
  page(plan: ListPlan, start: ReadStart, limit: number, signal?: AbortSignal): Promise<CvRow[]>;
  count(query: CvQuery, signal?: AbortSignal): Promise<Total>;
  /** CVs by ascending id. */
  ofUser(companyId: number, userId: number, start: ReadStart, limit: number, signal?: AbortSignal): Promise<CvRow[]>;
  pageByStatus(query: StatusQuery, start: ReadStart, limit: number, signal?: AbortSignal): Promise<CvRow[]>;
  countByStatus(query: StatusQuery, signal?: AbortSignal): Promise<Total>;
};

/** CVs that entered a status at or after `since`, in milliseconds since 1970. */
export type StatusQuery = ListScope & { status: ResumeStatus; since: number };

export type TagStore = {
  find(companyId: number, id: number): Promise<StoredTag | undefined>;
  findByIdOrigin(companyId: number, idOrigin: string): Promise<StoredTag | undefined>;
  findAll(companyId: number, ids: readonly number[]): Promise<StoredTag[]>;
  /** Tags by ascending id. */
  page(companyId: number, start: ReadStart, limit: number, signal?: AbortSignal): Promise<StoredTag[]>;
  count(companyId: number, signal?: AbortSignal): Promise<Total>;
  insert(tag: StoredTag): Promise<void>;
  /** Replaces the tag if the stored revision is `tag.revision - 1`. Returns false otherwise. */
  replaceIfUnchanged(tag: StoredTag): Promise<boolean>;
  delete(companyId: number, id: number): Promise<void>;
};

/** A version without its content, except its pictures. */
export type ListedVersionHead = CvVersionHead & WithPictures & { pictures: string[] };

/** Versions of the content of CVs. */
export type VersionStore = {
  /** The versions of a CV, the newest first. */
  list(cv: CvKey): Promise<ListedVersionHead[]>;
  find(cv: CvKey, revision: number): Promise<CvVersion | undefined>;
  insert(cv: CvKey, version: CvVersion): Promise<void>;
  remove(cv: CvKey, revision: number): Promise<void>;
  /** Removes the versions up to a revision. */
  removeUpTo(cv: CvKey, revision: number): Promise<void>;
};

/** Deleted users and CVs. Only this store can access them until they are erased. */
export type DeletedStore = {
  /** Deletes a user with all CVs and returns the ids of the CVs. */
  deleteUser(user: StoredUser, at: Date): Promise<number[]>;
  deleteCv(cv: StoredCv, at: Date): Promise<void>;
  /** Users of all companies, the first deleted first. */
  listUsers(deletedBefore: Date, limit: number): Promise<DeletedUser[]>;
  /** Erases a deleted user and returns the ids of the erased CVs. */
  eraseUser(companyId: number, userId: number): Promise<number[]>;
  /** CVs of a user that were deleted without the user, the last deleted first, after the position of another. */
  listCvsOfUser(owner: CvOwner, limit: number, after?: DeletedPosition): Promise<DeletedCv[]>;
  /** Returns a CV that was deleted without its owner. */
  findCv(key: CvKey & Partial<CvOwner>): Promise<StoredCv | undefined>;
  findImport(key: CvKey): Promise<StoredImport | undefined>;
  /** Returns a CV that was deleted without its owner, and removes it from this store. Its import record is restored. */
  takeCv(key: CvKey & Partial<CvOwner>): Promise<StoredCv | undefined>;
  /** CVs of all companies that were deleted without their owner, the first deleted first. */
  listCvs(deletedBefore: Date, limit: number): Promise<CvKey[]>;
  /** Erases a CV. Returns false if it was restored in the meantime. */
  eraseCv(key: CvKey, deletedBefore: Date): Promise<boolean>;
};
export type DeletedCv = { id: number; title: string; deletedAt: Date };
export type DeletedPosition = Omit<DeletedCv, 'title'>;
export type DeletedUser = { companyId: number; id: number; deletedAt: Date; cvIds: number[] };

/** Deleted managers and tags that users and CVs may still contain. */
export type DeletedReferenceStore = {
  insert(reference: Reference, at: Date): Promise<void>;
  /** Returns whether one of the managers and tags of a company was deleted. */
  includesAny(companyId: number, references: readonly Omit<Reference, 'companyId'>[]): Promise<boolean>;
  /** References of all companies, the first deleted first. */
  list(deletedBefore: Date, limit: number): Promise<Reference[]>;
  remove(reference: Reference): Promise<void>;
};

/** Where changes of users are recorded. A user also changes with each of the user's CVs. */
export type ChangeSource = 'created users' | 'updated users' | 'updated CVs' | 'deleted users';
/** `id` is the id of the user or CV. */
export type ChangePosition = { at: Date; id: number };
export type UserChange = ChangePosition & { userId: number };

/** When users of a company changed. */
export type ChangeStore = {
  /** The changes after a position, by time and id. */
  after(
    source: ChangeSource,
    companyId: number,
    position: ChangePosition,
    limit: number,
    signal?: AbortSignal,
  ): Promise<UserChange[]>;
};

export type StoredImport = ImportRecord & {
  /** The name in the imported document, "" if it has none. Null after the owner was renamed. */
  displayName: string | null;
};

export type ImportStore = {
  find(cv: CvKey): Promise<StoredImport | undefined>;
  insert(cv: Pick<StoredCv, 'id' | 'companyId' | 'userId'>, record: StoredImport): Promise<void>;
  setDocument(cv: CvKey, document: JsonObject): Promise<void>;
  /** Removes the imported names of a user's CVs, so that the user's own name is shown. */
  clearDisplayNames(owner: CvOwner): Promise<void>;
};

/** Pictures of CVs and their versions. They are written and removed in the same transaction as the CV. */
export type PictureStore = {
  find(name: string): Promise<StoredPicture | undefined>;
  /** Returns the names that pictures of a CV have. */
  findExisting(cvId: number, names: readonly string[]): Promise<Set<string>>;
  /** Returns undefined if there is no such picture, or if its content is lost. */
  read(name: string): Promise<PictureWithContent | undefined>;
  insert(picture: PictureWithContent, at: Date): Promise<void>;
  /** Removes pictures of a CV; those of other CVs stay. */
  remove(cvId: number, names: readonly string[]): Promise<void>;
};
export type PictureWithContent = StoredPicture & { content: Buffer };

/** The response to a request with an idempotency key. */
export type StoredResponse = { bodyHash: string; response: string };
export type IdempotencyKey = { companyId: number; method: string; key: string };

export type IdempotencyStore = {
  find(key: IdempotencyKey): Promise<StoredResponse | undefined>;
  /** The response is deleted with the data of `userId`. */
  insert(key: IdempotencyKey, stored: StoredResponse & { userId: number; at: Date }): Promise<void>;
};
