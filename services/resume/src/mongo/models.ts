import { createIndexes } from '@vitae/kit/indexes';
import type { Connection, Model } from 'mongoose';
import type {
  AnswerDocument,
  CvDocument,
  Deleted,
  DeletedCvDocument,
  GenerationDocument,
  ImportDocument,
  PictureChunkDocument,
  PictureFileDocument,
  TagDocument,
  UpgradeDocument,
  UserRecordDocument,
} from './documents.ts';
import { dropRetiredIndexes, retokenizeCvs } from './retokenize.ts';
import * as schemas from './schemas.ts';

export type Models = {
  users: Model<UserRecordDocument>;
  cvs: Model<CvDocument>;
  imports: Model<ImportDocument>;
  pictureFiles: Model<PictureFileDocument>;
  pictureChunks: Model<PictureChunkDocument>;
  tags: Model<TagDocument>;
  answers: Model<AnswerDocument>;
  generations: Model<GenerationDocument>;
  upgrades: Model<UpgradeDocument>;
  deletedUsers: Model<Deleted<UserRecordDocument>>;
  deletedCvs: Model<DeletedCvDocument>;
  deletedImports: Model<Deleted<ImportDocument>>;
};

export function createModels(connection: Connection): Models {
  return {
    users: connection.model<UserRecordDocument>('User', schemas.userSchema(), 'users'),
    cvs: connection.model<CvDocument>('Cv', schemas.cvSchema(), 'cvs'),
    imports: connection.model<ImportDocument>('Import', schemas.importSchema(), 'imports'),
    pictureFiles: connection.model<PictureFileDocument>('PictureFile', schemas.pictureFileSchema(), 'pictures.files'),
    pictureChunks: connection.model<PictureChunkDocument>(
      'PictureChunk',
      schemas.pictureChunkSchema(),
      'pictures.chunks',
    ),
    tags: connection.model<TagDocument>('Tag', schemas.tagSchema(), 'tags'),
    answers: connection.model<AnswerDocument>('Answer', schemas.answerSchema(), 'answers'),
    generations: connection.model<GenerationDocument>('Generation', schemas.generationSchema(), 'generations'),
    upgrades: connection.model<UpgradeDocument>('Upgrade', schemas.upgradeSchema(), 'upgrades'),
    deletedUsers: connection.model<Deleted<UserRecordDocument>>(
      'DeletedUser',
      schemas.deletedUserSchema(),
      'deleted_users',
    ),
    deletedCvs: connection.model<DeletedCvDocument>('DeletedCv', schemas.deletedCvSchema(), 'deleted_cvs'),
    deletedImports: connection.model<Deleted<ImportDocument>>(
      'DeletedImport',
      schemas.deletedImportSchema(),
      'deleted_imports',
    ),
  };
}

/** Creates what is missing: collections (a transaction cannot), indexes, and what the indexes are made of. */
export async function prepareDatabase(models: Models): Promise<void> {
  for (const model of Object.values(models)) {
    await model.createCollection();
    await createIndexes(model);
  }
  await retokenizeCvs(models);
  await dropRetiredIndexes(models);
}
