import { createSequence, MAX_ID_BLOCK, type Sequence } from '@vitae/kit/sequence';
import { inTransaction } from '@vitae/kit/transaction';
import type { ClientSession, Connection } from 'mongoose';
import { itemKinds } from './cv/content.ts';
import { createMongoChanges } from './mongo/changes.ts';
import { createMongoCvList } from './mongo/cv-list.ts';
import { createMongoCvs } from './mongo/cvs.ts';
import { createMongoDeleted } from './mongo/deleted.ts';
import { createMongoDeletedReferences } from './mongo/deleted-references.ts';
import { createMongoIdempotency } from './mongo/idempotency.ts';
import { createMongoImports } from './mongo/imports.ts';
import type { Models } from './mongo/models.ts';
import { createMongoPictures, type PictureObjects } from './mongo/pictures.ts';
import { createApplicationLinkKey } from './mongo/secrets.ts';
import { createMongoTags } from './mongo/tags.ts';
import { createMongoUsers } from './mongo/users.ts';
import { createMongoVersions } from './mongo/versions.ts';
import type { IdKind, ResumeStore } from './store.ts';

const idKinds: readonly IdKind[] = ['user', 'cv', 'tag', ...itemKinds];

export function createMongoStore(
  connection: Connection,
  models: Models,
  pictureObjects: PictureObjects = {},
): ResumeStore {
  const sequences = Object.fromEntries(
    idKinds.map((kind) => [kind, createSequence(connection, kind, { maxBlock: MAX_ID_BLOCK })]),
  ) as Record<IdKind, Sequence>;
  const applicationLinkKey = createApplicationLinkKey(models);
  const storeIn = (session: ClientSession | null): ResumeStore => ({
    users: createMongoUsers(models, session),
    cvs: createMongoCvs(models, session),
    lists: createMongoCvList(models),
    versions: createMongoVersions(models, session),
    tags: createMongoTags(models, session),
    imports: createMongoImports(models, session),
    pictures: createMongoPictures(models, session, pictureObjects),
    idempotency: createMongoIdempotency(models, session),
    deleted: createMongoDeleted(models, session),
    deletedReferences: createMongoDeletedReferences(models, session),
    changes: createMongoChanges(models),
    applicationLinkKey,
    reserveIds: (kind, count) => sequences[kind].reserve(count),
    transaction: async (work) => {
      if (session) return work(storeIn(session));
      return inTransaction(connection, (newSession) => work(storeIn(newSession)));
    },
  });
  return storeIn(null);
}
