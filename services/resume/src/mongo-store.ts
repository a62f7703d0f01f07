import { createSequence, type Sequence } from '@vitae/kit/sequence';
import { inTransaction } from '@vitae/kit/transaction';
import type { ClientSession, Connection } from 'mongoose';
import type { Models } from './model.ts';
import { createMongoAnswers } from './mongo/answers.ts';
import { createMongoCvs } from './mongo/cvs.ts';
import { createMongoImports } from './mongo/imports.ts';
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
    imports: createMongoImports(models, session),
    answers: createMongoAnswers(models, session),
    draw: (kind, count) => sequences[kind].draw(count),
    atomically: (work) => (session ? work(storeIn(session)) : inTransaction(connection, (own) => work(storeIn(own)))),
  });
  return storeIn(null);
}
