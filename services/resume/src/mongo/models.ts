import type { Chunk } from '@vitae/kit/gridfs';
import { createIndexes } from '@vitae/kit/indexes';
import type { Unfinished } from '@vitae/kit/object-storage/stored-files';
import type { Connection, Model, Schema } from 'mongoose';
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
import * as schemas from './schemas.ts';
import { lacksListTerms, upgradeListTerms } from './upgrade-list-terms.ts';
import { lacksNames, upgradeNames } from './upgrade-names.ts';

export type Models = {
  users: Model<UserRecordDocument>;
  cvs: Model<CvDocument>;
  versions: Model<VersionDocument>;
  names: Model<NameDocument>;
  imports: Model<ImportDocument>;
  pictureFiles: Model<PictureFileDocument>;
  pictureChunks: Model<Chunk>;
  pictureUnfinished: Model<Unfinished>;
  tags: Model<TagDocument>;
  idempotency: Model<IdempotencyDocument>;
  deletedUsers: Model<Deleted<UserRecordDocument>>;
  deletedCvs: Model<DeletedCvDocument>;
  deletedImports: Model<Deleted<ImportDocument>>;
  deletedReferences: Model<DeletedReferenceDocument>;
  secrets: Model<SecretDocument>;
};

export function createModels(connection: Connection): Models {
  const model = <T>(name: string, schema: Schema<T>, collection: string): Model<T> =>
    connection.model<T>(name, schema, collection);
  return {
    users: model('User', schemas.userSchema(), 'users'),
    cvs: model('Cv', schemas.cvSchema(), 'cvs'),
    versions: model('Version', schemas.versionSchema(), 'cv_versions'),
    names: model('Name', schemas.nameSchema(), 'names'),
    imports: model('Import', schemas.importSchema(), 'imports'),
    pictureFiles: model('PictureFile', schemas.pictureFileSchema(), 'pictures.files'),
    pictureChunks: model('PictureChunk', schemas.pictureChunkSchema(), 'pictures.chunks'),
    pictureUnfinished: model('PictureUnfinished', schemas.pictureUnfinishedSchema(), 'pictures.unfinished'),
    tags: model('Tag', schemas.tagSchema(), 'tags'),
    idempotency: model('Idempotency', schemas.idempotencySchema(), 'idempotency'),
    deletedUsers: model('DeletedUser', schemas.deletedUserSchema(), 'deleted_users'),
    deletedCvs: model('DeletedCv', schemas.deletedCvSchema(), 'deleted_cvs'),
    deletedImports: model('DeletedImport', schemas.deletedImportSchema(), 'deleted_imports'),
    deletedReferences: model('DeletedReference', schemas.deletedReferenceSchema(), 'deleted_references'),
    secrets: model('Secret', schemas.secretSchema(), 'secrets'),
  };
}

/**
 * Creates missing collections, because a transaction cannot create them, and missing indexes.
 * @param upgrade whether to upgrade data of earlier versions, which is rejected otherwise
 * @throws {Error} if the data was stored by an earlier version, so that lists and addresses would omit it
 */
export async function prepareDatabase(models: Models, upgrade: boolean): Promise<void> {
  for (const model of Object.values(models)) await model.createCollection();
  if (upgrade) {
    await upgradeListTerms(models);
    await upgradeNames(models);
  } else if ((await lacksListTerms(models)) || (await lacksNames(models))) {
    throw new Error(
      'The users and CVs were stored by an earlier version. ' +
        'Stop all resume processes and start one with --prepare to upgrade them.',
    );
  }
  for (const model of Object.values(models)) await createIndexes(model);
}
