import type { Types } from 'mongoose';
import type { Rendering, StoredCv } from '../model.ts';
import type { StoredPicture } from '../cv/stored-picture.ts';
import type { ListTokens } from '../cv-list/facets.ts';
import type { StoredTag } from '../tag/stored-tag.ts';
import type { StoredUser } from '../user/stored-user.ts';

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
  pairs: string[];
};

export type CvDocument = Omit<StoredCv, 'id'> &
  Omit<Rendering, 'json'> &
  ListTokens & {
    _id: number;
    json: Buffer;
  };

/** What came in with an imported CV, as JSON text: the keys in it are not ours, and MongoDB's rules are not theirs. */
export type ImportDocument = {
  _id: number;
  companyId: number;
  userId: number;
  displayName: string | null;
  document: string;
  base: string;
  sources: string;
};

/** GridFS: an entry of `pictures.files`, and a chunk. */
export type PictureFileDocument = {
  _id: Types.ObjectId;
  length: number;
  chunkSize: number;
  uploadDate: Date;
  filename: string;
  metadata: Omit<StoredPicture, 'name'>;
};
export type PictureChunkDocument = { files_id: Types.ObjectId; n: number; data: Buffer };

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

/** Grows with every change of a company's data. */
export type GenerationDocument = { _id: number; value: number };

/** What is done once after an upgrade: since when its release runs, and when it was done. */
export type UpgradeDocument = { _id: string; since: Date; doneAt: Date | null };

/** What was deleted and is not yet erased. */
export type Deleted<T> = T & { deletedAt: Date };
/** `withUser` is false for a CV that was deleted on its own. */
export type DeletedCvDocument = Deleted<CvDocument> & { withUser: boolean };
