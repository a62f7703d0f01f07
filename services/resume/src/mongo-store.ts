import { createSequence, type Sequence } from '@vitae/kit/sequence';
import { inTransaction } from '@vitae/kit/transaction';
import type { ClientSession, Connection } from 'mongoose';
import type { Models } from './mongo/models.ts';
import { createMongoAnswers } from './mongo/idempotency.ts';
import { createMongoCvList } from './mongo/cv-list.ts';
import { createMongoCvs } from './mongo/cvs.ts';
import { createMongoDeleted } from './mongo/deleted.ts';
import { createMongoImports } from './mongo/imports.ts';
import { createMongoPictures } from './mongo/pictures.ts';
import { createMongoTags } from './mongo/tags.ts';
import { createMongoUsers } from './mongo/users.ts';
import type { IdKind, ResumeStore } from './store.ts';

type Sequences = Readonly<Record<IdKind, Sequence>>;

export function createMongoStore(connection: Connection, models: Models): ResumeStore {
  const sequence = (name: IdKind) => createSequence(connection, name);
  const sequences: Sequences = {
    user: sequence('user'),
    cv: sequence('cv'),
    tag: sequence('tag'),
    experience: sequence('experience'),
    education: sequence('education'),
    portfolio: sequence('portfolio'),
    link: sequence('link'),
  };
  const storeIn = (session: ClientSession | null): ResumeStore => ({
    users: createMongoUsers(models, session),
    cvs: createMongoCvs(models, session),
    lists: createMongoCvList(models),
    tags: createMongoTags(models, session),
    imports: createMongoImports(models, session),
    pictures: createMongoPictures(models, session),
    answers: createMongoAnswers(models, session),
    deleted: createMongoDeleted(models, session),
    draw: (kind, count) => sequences[kind].draw(count),
    atomically: async (companyId, work) => {
      if (session) return work(storeIn(session));
      const result = await inTransaction(connection, (own) => work(storeIn(own)));
      // Outside of the transaction: all changes of a company would wait for each other.
      await models.generations.updateOne(
        { _id: companyId },
        { $inc: { value: 1 } },
        { upsert: true, writeConcern: { w: 1, journal: false } },
      );
      return result;
    },
    generationOf: async (companyId) => (await models.generations.findById(companyId).lean())?.value ?? 0,
  });
  return storeIn(null);
}
