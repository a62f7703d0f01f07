import { withinCompanies } from '@vitae/kit/company-scope';
import { isDuplicateKey } from '@vitae/kit/mongo-errors';
import type { PreferencesDocument, PreferencesModel } from './model.ts';
import { FIRST_REVISION, type PreferencesStore, type StoredPreferences } from './store.ts';

export function createMongoStore(model: PreferencesModel): PreferencesStore {
  return {
    find: async (keys) => {
      const ids = keys.map(({ companyId, userId }) => ({ companyId, id: userId }));
      return (await model.find(withinCompanies('userId', ids)).lean()).map(stored);
    },

    replace: async (key, fields, at, ifRevision) => {
      if (ifRevision === FIRST_REVISION) return insert(model, { ...key, fields, changes: 1, updatedAt: at });
      const unchanged = ifRevision === undefined ? {} : { changes: ifRevision - FIRST_REVISION };
      const document = await model
        .findOneAndUpdate(
          { ...key, ...unchanged },
          { $set: { fields, updatedAt: at }, $inc: { changes: 1 } },
          { upsert: ifRevision === undefined, returnDocument: 'after' },
        )
        .lean();
      return document ? stored(document) : undefined;
    },

    erase: async (key) => {
      await model.deleteOne(key);
    },
  };
}

async function insert(model: PreferencesModel, document: PreferencesDocument): Promise<StoredPreferences | undefined> {
  try {
    await model.collection.insertOne(document);
    return stored(document);
  } catch (failure) {
    if (isDuplicateKey(failure)) return undefined; // somebody set them meanwhile
    throw failure;
  }
}

function stored({ companyId, userId, fields, changes, updatedAt }: PreferencesDocument): StoredPreferences {
  return { companyId, userId, fields, revision: FIRST_REVISION + changes, updatedAt };
}
