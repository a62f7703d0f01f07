import type { Connection, Model } from 'mongoose';
import type {
  AnswerDocument,
  CvDocument,
  Deleted,
  DeletedCvDocument,
  GenerationDocument,
  ImportDocument,
  TagDocument,
  UserRecordDocument,
} from './mongo/documents.ts';
import * as schemas from './mongo/schemas.ts';

export type Models = {
  users: Model<UserRecordDocument>;
  cvs: Model<CvDocument>;
  imports: Model<ImportDocument>;
  tags: Model<TagDocument>;
  answers: Model<AnswerDocument>;
  generations: Model<GenerationDocument>;
  deletedUsers: Model<Deleted<UserRecordDocument>>;
  deletedCvs: Model<DeletedCvDocument>;
  deletedImports: Model<Deleted<ImportDocument>>;
};

export function createModels(connection: Connection): Models {
  return {
    users: connection.model<UserRecordDocument>('User', schemas.userSchema(), 'users'),
    cvs: connection.model<CvDocument>('Cv', schemas.cvSchema(), 'cvs'),
    imports: connection.model<ImportDocument>('Import', schemas.importSchema(), 'imports'),
    tags: connection.model<TagDocument>('Tag', schemas.tagSchema(), 'tags'),
    answers: connection.model<AnswerDocument>('Answer', schemas.answerSchema(), 'answers'),
    generations: connection.model<GenerationDocument>('Generation', schemas.generationSchema(), 'generations'),
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

/** Creates what is missing: collections (a transaction cannot) and indexes. */
export async function prepareDatabase(models: Models): Promise<void> {
  for (const model of Object.values(models)) {
    await model.createCollection();
    await model.createIndexes();
  }
}
