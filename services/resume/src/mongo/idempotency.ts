import type { ClientSession } from 'mongoose';
import type { Models } from './models.ts';
import type { AnswerKey, AnswerStore } from '../store.ts';

export function createMongoAnswers({ answers }: Pick<Models, 'answers'>, session: ClientSession | null): AnswerStore {
  return {
    find: async (key) => {
      const found = await answers.findById(idOf(key), null, { session }).lean();
      return found ? { bodyHash: found.bodyHash, answer: found.answer } : undefined;
    },
    insert: async (key, stored) => {
      await answers.create([{ _id: idOf(key), companyId: key.companyId, ...stored }], { session });
    },
  };
}

function idOf({ companyId, method, key }: AnswerKey): string {
  return `${companyId} ${method} ${key}`;
}
