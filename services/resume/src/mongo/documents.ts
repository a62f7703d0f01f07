import type { StoredFile } from '@vitae/kit/object-storage/stored-files';
import type { Types } from 'mongoose';
import type { ListTerms } from '../cv-list/list-terms.ts';
import type { CvVersion, Rendering, StoredCv, StoredPicture, StoredTag, StoredUser } from '../model.ts';
import type { Reference } from '../store.ts';

// The documents in MongoDB. Public ids are the `_id`, so that reads by id need no second index.
// Deleted users and CVs are in separate collections: lists cannot show them, and their names
// can be used again.

export type UserRecordDocument = Omit<StoredUser, 'id' | 'idOrigin' | 'formerSlugs'> & {
  _id: number;
  /** Absent if the slug was never changed. */
  formerSlugs?: string[];
  /** Absent when null, because the index covers only users that have it. */
  idOrigin?: string;
  /** Search terms, see user/search-words.ts. */
  words: string[];
  prefixes: string[];
  pairs: string[];
};

/** A value that at most one user or CV has, such as `slug:jane`. Has no shard key in common with users and CVs. */
export type NameDocument = {
  _id: string;
  companyId: number;
  /** The id of the user, or of the CV for a token. */
  id: number;
};

export type CvDocument = Omit<StoredCv, 'id'> & Omit<Rendering, 'json'> & ListTerms & { _id: number; json: Buffer };

/** Separate documents, because the versions of one CV together can exceed the maximum size of a document. */
export type VersionDocument = CvVersion & { _id: Types.ObjectId; companyId: number; cvId: number };

/** An imported document as JSON text, because its keys may not be valid in MongoDB. */
export type ImportDocument = {
  _id: number;
  companyId: number;
  userId: number;
  displayName: string | null;
  document: string;
  base: string;
  sources: string;
};

/** A file in GridFS. */
export type PictureFileDocument = StoredFile & { metadata: Omit<StoredPicture, 'name'> };

export type TagDocument = Omit<StoredTag, 'id' | 'idOrigin'> & { _id: number; idOrigin?: string };

/** The response to a request with an idempotency key. */
export type IdempotencyDocument = {
  /** The company, the method and the key. */
  _id: string;
  companyId: number;
  userId: number;
  bodyHash: string;
  response: string;
  at: Date;
};

/** A random value that all processes of the service use. */
export type SecretDocument = {
  /** The purpose. */
  _id: string;
  /** In base64url. */
  value: string;
};

export type Deleted<T> = T & { deletedAt: Date };
/** `withUser` tells whether the CV was deleted together with its owner. */
export type DeletedCvDocument = Deleted<CvDocument> & { withUser: boolean };

/** A deleted manager or tag. `_id` is the kind and the id. */
export type DeletedReferenceDocument = Reference & { _id: string; at: Date };
