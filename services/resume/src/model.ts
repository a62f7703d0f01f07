import { type Connection, type Model, Schema } from 'mongoose';
import { type ListIndex, listIndexes } from './cv-list/plan.ts';
import type { Rendering, StoredCv } from './cv/stored-cv.ts';
import type { StoredTag } from './tag/stored-tag.ts';
import type { StoredUser } from './user/stored-user.ts';

// What is in MongoDB. Public ids are the keys, so that a read by id needs no second index.
// Deleted users and CVs are moved to collections of their own: no list can show one by mistake,
// unique values are free again, and erasing them is one range of deletedAt.

export type UserRecordDocument = Omit<StoredUser, 'id' | 'idOrigin'> & {
  _id: number;
  /** Left out when null, so that the unique index passes over it. */
  idOrigin?: string;
  /** In lower case: what is unique, whoever wrote it how. */
  usernameKey: string;
  emailKey: string;
  /** Of search-words.ts. */
  words: string[];
  prefixes: string[];
};

export type CvDocument = Omit<StoredCv, 'id'> & Omit<Rendering, 'json'> & { _id: number; json: Buffer };

/** What came in with an imported CV, as JSON text: the keys in it are not ours, and MongoDB's rules are not theirs. */
export type ImportDocument = {
  _id: number;
  companyId: number;
  userId: number;
  displayName: string;
  document: string;
  base: string;
  sources: string;
  photo: { contentType: string; base64: string } | null;
};

export type TagDocument = Omit<StoredTag, 'id' | 'idOrigin'> & { _id: number; idOrigin?: string };

/** The stored answer of a call with an idempotency key. */
export type AnswerDocument = {
  /** company, method, key */
  _id: string;
  companyId: number;
  userId: number;
  bodyHash: string;
  answer: string;
  at: Date;
};

/** A stored answer is kept for a day. */
const ANSWER_SECONDS = 86_400;

const options = { versionKey: false as const, minimize: false, autoIndex: false, autoCreate: false };
const required = { required: true as const };
const { Mixed } = Schema.Types;

const userFields = {
  _id: Number,
  companyId: { type: Number, ...required },
  username: { type: String, ...required },
  usernameKey: { type: String, ...required },
  slug: { type: String, ...required },
  email: { type: String, ...required },
  emailKey: { type: String, ...required },
  firstname: String,
  lastname: String,
  phone: String,
  kind: { type: String, ...required },
  idOrigin: String,
  managerId: { type: Number, default: null },
  tagIds: { type: [Number], ...required },
  words: { type: [String], ...required },
  prefixes: { type: [String], ...required },
  cvCount: { type: Number, ...required },
  revision: { type: Number, ...required },
  createdAt: { type: Date, ...required },
  updatedAt: { type: Date, ...required },
};

const cvFields = {
  _id: Number,
  companyId: { type: Number, ...required },
  userId: { type: Number, ...required },
  revision: { type: Number, ...required },
  culture: { type: String, ...required },
  content: { type: Mixed, ...required },
  completion: { type: Number, ...required },
  main: { type: Boolean, ...required },
  published: { type: Boolean, ...required },
  indexed: { type: Boolean, ...required },
  protected: { type: Boolean, ...required },
  anonymized: { type: Boolean, ...required },
  recipient: { type: String, default: '' },
  status: { type: String, ...required },
  statusChangedAt: { type: Date, ...required },
  history: { type: [new Schema({ status: String, at: Date }, { _id: false })], ...required },
  userSlug: { type: String, ...required },
  slug: { type: String, ...required },
  token: { type: String, ...required },
  display: { type: Mixed, ...required },
  managerId: { type: Number, default: null },
  tagIds: { type: [Number], ...required },
  createdAt: { type: Date, ...required },
  updatedAt: { type: Date, ...required },
  json: { type: Buffer, ...required },
  mark: { type: String, ...required },
  until: { type: Date, default: null },
};

const importFields = {
  _id: Number,
  companyId: { type: Number, ...required },
  userId: { type: Number, ...required },
  displayName: { type: String, default: '' },
  document: { type: String, ...required },
  base: { type: String, ...required },
  sources: { type: String, ...required },
  photo: { type: Mixed, default: null },
};

/** An index as MongoDB names it. */
export function keysOf(index: ListIndex): Record<string, 1> {
  return Object.fromEntries(['companyId', ...index].map((field) => [field, 1]));
}

function userSchema(): Schema<UserRecordDocument> {
  const schema = new Schema<UserRecordDocument>(userFields, options);
  schema.index({ usernameKey: 1 }, { unique: true });
  schema.index({ slug: 1 }, { unique: true });
  schema.index({ companyId: 1, emailKey: 1 }, { unique: true });
  schema.index({ companyId: 1, idOrigin: 1 }, { unique: true, partialFilterExpression: { idOrigin: { $exists: true } } });
  schema.index({ companyId: 1, _id: 1 });
  schema.index({ companyId: 1, kind: 1, _id: 1 });
  schema.index({ companyId: 1, prefixes: 1, _id: 1 });
  schema.index({ companyId: 1, tagIds: 1, _id: 1 });
  schema.index({ companyId: 1, managerId: 1 });
  return schema;
}

function cvSchema(): Schema<CvDocument> {
  const schema = new Schema<CvDocument>(cvFields, options);
  schema.index({ userId: 1, slug: 1 }, { unique: true });
  schema.index({ userId: 1, _id: 1 });
  schema.index({ userSlug: 1, slug: 1 });
  schema.index({ token: 1 }, { unique: true });
  schema.index({ companyId: 1, status: 1, statusChangedAt: 1, _id: 1 });
  for (const index of listIndexes) schema.index(keysOf(index));
  return schema;
}

function deleted<T>(fields: object): Schema<T & { deletedAt: Date }> {
  const schema = new Schema<T & { deletedAt: Date }>({ ...fields, deletedAt: { type: Date, required: true } } as never, options);
  schema.index({ deletedAt: 1 });
  schema.index({ userId: 1 });
  return schema;
}

function deletedCvSchema(): Schema<CvDocument & { deletedAt: Date; withUser: boolean }> {
  const schema = deleted<CvDocument & { withUser: boolean }>({ ...cvFields, withUser: { type: Boolean, ...required } });
  schema.index({ withUser: 1, deletedAt: 1 });
  return schema;
}

function tagSchema(): Schema<TagDocument> {
  const schema = new Schema<TagDocument>(
    {
      _id: Number,
      companyId: { type: Number, ...required },
      title: { type: String, ...required },
      type: { type: Number, ...required },
      specialization: { type: String, default: null },
      idOrigin: String,
      translations: { type: Mixed, ...required },
      revision: { type: Number, ...required },
      createdAt: { type: Date, ...required },
      updatedAt: { type: Date, ...required },
    },
    options,
  );
  schema.index({ companyId: 1, _id: 1 });
  schema.index({ companyId: 1, idOrigin: 1 }, { unique: true, partialFilterExpression: { idOrigin: { $exists: true } } });
  return schema;
}

function answerSchema(): Schema<AnswerDocument> {
  const schema = new Schema<AnswerDocument>(
    {
      _id: String,
      companyId: { type: Number, ...required },
      userId: { type: Number, ...required },
      bodyHash: { type: String, ...required },
      answer: { type: String, ...required },
      at: { type: Date, ...required },
    },
    options,
  );
  schema.index({ at: 1 }, { expireAfterSeconds: ANSWER_SECONDS });
  schema.index({ userId: 1 });
  return schema;
}

/** Grows with every change of a company's data. */
export type GenerationDocument = { _id: number; value: number };

export type Models = {
  generations: Model<GenerationDocument>;
  users: Model<UserRecordDocument>;
  cvs: Model<CvDocument>;
  imports: Model<ImportDocument>;
  tags: Model<TagDocument>;
  answers: Model<AnswerDocument>;
  deletedUsers: Model<UserRecordDocument & { deletedAt: Date }>;
  /** `withUser` is false for a CV that was deleted on its own. */
  deletedCvs: Model<CvDocument & { deletedAt: Date; withUser: boolean }>;
  deletedImports: Model<ImportDocument & { deletedAt: Date }>;
};

export function createModels(connection: Connection): Models {
  const importSchema = new Schema<ImportDocument>(importFields, options);
  importSchema.index({ userId: 1 });
  return {
    generations: connection.model<GenerationDocument>('Generation', new Schema<GenerationDocument>({ _id: Number, value: Number }, options), 'generations'),
    users: connection.model<UserRecordDocument>('User', userSchema(), 'users'),
    cvs: connection.model<CvDocument>('Cv', cvSchema(), 'cvs'),
    imports: connection.model<ImportDocument>('Import', importSchema, 'imports'),
    tags: connection.model<TagDocument>('Tag', tagSchema(), 'tags'),
    answers: connection.model<AnswerDocument>('Answer', answerSchema(), 'answers'),
    deletedUsers: connection.model<UserRecordDocument & { deletedAt: Date }>('DeletedUser', deleted<UserRecordDocument>(userFields), 'deleted_users'),
    deletedCvs: connection.model<CvDocument & { deletedAt: Date; withUser: boolean }>('DeletedCv', deletedCvSchema(), 'deleted_cvs'),
    deletedImports: connection.model<ImportDocument & { deletedAt: Date }>('DeletedImport', deleted<ImportDocument>(importFields), 'deleted_imports'),
  };
}

/** Creates what is missing: collections (a transaction cannot) and indexes. */
export async function prepareDatabase(models: Models): Promise<void> {
  for (const model of Object.values(models)) {
    await model.createCollection();
    await model.createIndexes();
  }
}
