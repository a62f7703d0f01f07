import type { Chunk } from '@vitae/kit/gridfs';
import type { Unfinished } from '@vitae/kit/object-storage/stored-files';
import { Schema } from 'mongoose';
import { type ListIndex, listIndexes } from '../cv-list/plan.ts';
import type {
  CvDocument,
  Deleted,
  DeletedCvDocument,
  DeletedReferenceDocument,
  IdempotencyDocument,
  ImportDocument,
  NameDocument,
  PictureFileDocument,
  SecretDocument,
  TagDocument,
  UserRecordDocument,
  VersionDocument,
} from './documents.ts';

const IDEMPOTENCY_TTL_SECONDS = 86_400;

const options = { versionKey: false as const, minimize: false, autoIndex: false, autoCreate: false };
const required = { required: true as const };
const { Mixed } = Schema.Types;

const userFields = {
  _id: Number,
  companyId: { type: Number, ...required },
  username: { type: String, ...required },
  slug: { type: String, ...required },
  formerSlugs: { type: [String], default: undefined },
  email: { type: String, ...required },
  firstname: String,
  lastname: String,
  phone: String,
  kind: { type: String, ...required },
  idOrigin: String,
  managerId: { type: Number, default: null },
  tagIds: { type: [Number], ...required },
  words: { type: [String], ...required },
  prefixes: { type: [String], ...required },
  pairs: { type: [String], ...required },
  cvCount: { type: Number, ...required },
  revision: { type: Number, ...required },
  createdAt: { type: Date, ...required },
  updatedAt: { type: Date, ...required },
};

const linkSchema = new Schema(
  { token: String, name: String, createdAt: Date, expiresAt: { type: Date, default: null } },
  { _id: false },
);

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
  links: { type: [linkSchema], ...required },
  linkPreview: {
    type: new Schema({ name: Boolean, photo: Boolean }, { _id: false }),
    default: { name: true, photo: true },
  },
  display: { type: Mixed, ...required },
  photo: { type: String, default: null },
  password: { type: new Schema({ hash: String, version: Number }, { _id: false }), default: null },
  managerId: { type: Number, default: null },
  tagIds: { type: [Number], ...required },
  createdAt: { type: Date, ...required },
  updatedAt: { type: Date, ...required },
  terms: { type: [String], ...required },
  nameTerms: { type: [String], ...required },
  createdDays: { type: [Number], ...required },
  updatedDays: { type: [Number], ...required },
  json: { type: Buffer, ...required },
  mark: { type: String, ...required },
  until: { type: Date, default: null },
};

const importFields = {
  _id: Number,
  companyId: { type: Number, ...required },
  userId: { type: Number, ...required },
  displayName: { type: String, default: null },
  document: { type: String, ...required },
  base: { type: String, ...required },
  sources: { type: String, ...required },
};

/** The fields of a list index in MongoDB. */
export function keysOf(index: ListIndex): Record<string, 1> {
  return Object.fromEntries(['companyId', ...index].map((field) => [field, 1]));
}

/**
 * The order of names in English, French, German and Italian. Spanish differs only in ñ. Terms are compared exactly,
 * because letters that differ in case or accents are not equal.
 */
export const NAME_ORDER = { locale: 'en' };

/** The name of a list index that has the order of names. */
export function collatedIndex(index: ListIndex): string | undefined {
  return index.includes('recipient') ? `${['companyId', ...index].join('_')}_collated` : undefined;
}

export function userSchema(): Schema<UserRecordDocument> {
  const schema = new Schema<UserRecordDocument>(userFields, options);
  schema.index({ companyId: 1, idOrigin: 1 }, { partialFilterExpression: { idOrigin: { $exists: true } } });
  schema.index({ companyId: 1, _id: 1 });
  schema.index({ companyId: 1, kind: 1, _id: 1 });
  schema.index({ companyId: 1, prefixes: 1, _id: 1 });
  schema.index({ companyId: 1, pairs: 1, _id: 1 });
  schema.index({ companyId: 1, tagIds: 1, _id: 1 });
  schema.index({ companyId: 1, managerId: 1 });
  schema.index({ companyId: 1, createdAt: 1, _id: 1 });
  schema.index({ companyId: 1, updatedAt: 1, _id: 1 });
  return schema;
}

export function cvSchema(): Schema<CvDocument> {
  const schema = new Schema<CvDocument>(cvFields, options);
  schema.index({ companyId: 1, userId: 1, _id: 1 });
  // Creations of CVs search for a free slug, without reading CVs.
  schema.index({ companyId: 1, userId: 1, slug: 1 });
  schema.index({ companyId: 1, status: 1, statusChangedAt: 1, _id: 1 });
  // Contains the user, so that changes are listed without reading CVs.
  schema.index({ companyId: 1, updatedAt: 1, _id: 1, userId: 1 });
  for (const index of listIndexes) {
    const name = collatedIndex(index);
    schema.index(keysOf(index), name === undefined ? {} : { name, collation: NAME_ORDER });
  }
  return schema;
}

export function nameSchema(): Schema<NameDocument> {
  const number = { type: Number, ...required };
  return new Schema<NameDocument>({ _id: String, companyId: number, id: number }, { ...options, id: false });
}

function deleted<T>(fields: object): Schema<Deleted<T>> {
  const schema = new Schema<Deleted<T>>({ ...fields, deletedAt: { type: Date, required: true } } as never, options);
  schema.index({ deletedAt: 1 });
  schema.index({ userId: 1 });
  return schema;
}

export function deletedCvSchema(): Schema<DeletedCvDocument> {
  const schema = deleted<CvDocument & { withUser: boolean }>({ ...cvFields, withUser: { type: Boolean, ...required } });
  schema.index({ withUser: 1, deletedAt: 1 });
  schema.index({ companyId: 1, userId: 1, withUser: 1, deletedAt: 1, _id: 1 });
  return schema;
}

export function versionSchema(): Schema<VersionDocument> {
  const schema = new Schema<VersionDocument>(
    {
      _id: Schema.Types.ObjectId,
      companyId: { type: Number, ...required },
      cvId: { type: Number, ...required },
      revision: { type: Number, ...required },
      at: { type: Date, ...required },
      title: { type: String, default: '' },
      digest: { type: String, ...required },
      undoneTo: { type: Number, default: null },
      culture: { type: String, ...required },
      photo: String,
      content: { type: Mixed, ...required },
      sections: Mixed,
    },
    options,
  );
  schema.index({ companyId: 1, cvId: 1, revision: 1 }, { unique: true });
  return schema;
}

export function tagSchema(): Schema<TagDocument> {
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
  schema.index(
    { companyId: 1, idOrigin: 1 },
    { unique: true, partialFilterExpression: { idOrigin: { $exists: true } } },
  );
  return schema;
}

export function secretSchema(): Schema<SecretDocument> {
  return new Schema<SecretDocument>({ _id: String, value: { type: String, ...required } }, options);
}

export function idempotencySchema(): Schema<IdempotencyDocument> {
  const schema = new Schema<IdempotencyDocument>(
    {
      _id: String,
      companyId: { type: Number, ...required },
      userId: { type: Number, ...required },
      bodyHash: { type: String, ...required },
      response: { type: String, ...required },
      at: { type: Date, ...required },
    },
    options,
  );
  schema.index({ at: 1 }, { expireAfterSeconds: IDEMPOTENCY_TTL_SECONDS });
  schema.index({ userId: 1 });
  return schema;
}

export function importSchema(): Schema<ImportDocument> {
  const schema = new Schema<ImportDocument>(importFields, options);
  schema.index({ userId: 1 });
  return schema;
}

export function deletedUserSchema(): Schema<Deleted<UserRecordDocument>> {
  const schema = deleted<UserRecordDocument>(userFields);
  schema.index({ companyId: 1, deletedAt: 1, _id: 1 });
  return schema;
}

export function deletedImportSchema(): Schema<Deleted<ImportDocument>> {
  return deleted<ImportDocument>(importFields);
}

export function deletedReferenceSchema(): Schema<DeletedReferenceDocument> {
  const schema = new Schema<DeletedReferenceDocument>(
    {
      _id: String,
      kind: { type: String, ...required },
      companyId: { type: Number, ...required },
      id: { type: Number, ...required },
      at: { type: Date, ...required },
    },
    { ...options, id: false },
  );
  schema.index({ at: 1 });
  return schema;
}

/** The collections of GridFS, as its specification defines them. */
export function pictureFileSchema(): Schema<PictureFileDocument> {
  const schema = new Schema<PictureFileDocument>(
    {
      _id: Schema.Types.ObjectId,
      length: Number,
      chunkSize: Number,
      uploadDate: Date,
      filename: { type: String, ...required },
      object: String,
      metadata: { type: Mixed, ...required },
    },
    options,
  );
  schema.index({ filename: 1, uploadDate: 1 });
  schema.index({ 'metadata.cvId': 1 });
  schema.index({ 'metadata.userId': 1 });
  return schema;
}

export function pictureChunkSchema(): Schema<Chunk> {
  const schema = new Schema<Chunk>({ files_id: Schema.Types.ObjectId, n: Number, data: Buffer }, options);
  schema.index({ files_id: 1, n: 1 }, { unique: true });
  return schema;
}

export function pictureUnfinishedSchema(): Schema<Unfinished> {
  const schema = new Schema<Unfinished>(
    { _id: Schema.Types.ObjectId, since: { type: Date, ...required }, object: String },
    options,
  );
  schema.index({ since: 1 });
  return schema;
}
