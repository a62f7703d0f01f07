import mongoose, { type ClientSession } from 'mongoose';
import type { DeletedReferenceStore, Reference } from '../store.ts';
import type { Models } from './models.ts';

const { trusted } = mongoose;

export function createMongoDeletedReferences(
  { deletedReferences }: Pick<Models, 'deletedReferences'>,
  session: ClientSession | null,
): DeletedReferenceStore {
  const inSession = session ? { session } : {};
  return {
    insert: async ({ kind, companyId, id }, at) => {
      await deletedReferences.insertMany([{ _id: keyOf({ kind, id }), kind, companyId, id, at }], inSession);
    },
    includesAny: async (companyId, references) => {
      const filter = { companyId, _id: trusted({ $in: references.map(keyOf) }) };
      return (await deletedReferences.exists(filter).session(session)) !== null;
    },
    list: async (deletedBefore, limit) => {
      const due = await deletedReferences
        .find({ at: trusted({ $lt: deletedBefore }) }, null, inSession)
        .sort({ at: 1 })
        .limit(limit)
        .lean();
      return due.map(({ kind, companyId, id }) => ({ kind, companyId, id }));
    },
    remove: async ({ companyId, ...reference }) => {
      await deletedReferences.deleteOne({ _id: keyOf(reference), companyId }, inSession);
    },
  };
}

const keyOf = ({ kind, id }: Omit<Reference, 'companyId'>) => `${kind}:${id}`;
