import type { UserKey } from '@vitae/kit/caller';
import { withinCompanies } from '@vitae/kit/company-scope';
import { isDuplicateKey } from '@vitae/kit/mongo-errors';
import { type Connection, type Model, Schema } from 'mongoose';
import { FIRST_REVISION, type PreferenceFields, type StoredPreferences } from './model.ts';
import type { PreferencesStore } from './store.ts';

/** The document of a user who set preferences. `changes` determines the revision. */
type PreferencesDocument = UserKey & { fields: PreferenceFields; changes: number; updatedAt: Date };
export type PreferencesModel = Model<PreferencesDocument>;

const schema = new Schema<PreferencesDocument>(
  {
    companyId: { type: Number, required: true },
    userId: { type: Number, required: true },
    // Validated by the schema of the contract before it is stored.
    fields: { type: Schema.Types.Mixed, required: true },
    changes: { type: Number, required: true },
    updatedAt: { type: Date, required: true },
  },
  { versionKey: false, minimize: false },
);
schema.index({ companyId: 1, userId: 1 }, { unique: true });

export function createPreferencesModel(connection: Connection): PreferencesModel {
  return connection.model<PreferencesDocument>('Preferences', schema, 'preferences');
}

export function createMongoStore(model: PreferencesModel): PreferencesStore {
  return {
    find: async (keys) => {
      const ids = keys.map(({ companyId, userId }) => ({ companyId, id: userId }));
      return (await model.find(withinCompanies('userId', ids)).lean()).map(storedPreferences);
    },

    replace: async (key, fields, at, ifRevision) => {
      if (ifRevision === FIRST_REVISION) return insert(model, { ...key, fields, changes: 1, updatedAt: at });
      const condition = ifRevision === undefined ? {} : { changes: ifRevision - FIRST_REVISION };
      const document = await model
        .findOneAndUpdate(
          { ...key, ...condition },
          { $set: { fields, updatedAt: at }, $inc: { changes: 1 } },
          { upsert: ifRevision === undefined, returnDocument: 'after' },
        )
        .lean();
      return document ? storedPreferences(document) : undefined;
    },

    erase: async (key) => {
      await model.deleteOne(key);
    },
  };
}

async function insert(model: PreferencesModel, document: PreferencesDocument): Promise<StoredPreferences | undefined> {
  try {
    await model.collection.insertOne(document);
    return storedPreferences(document);
  } catch (error) {
    if (isDuplicateKey(error)) return undefined; // another request set them first
    throw error;
  }
}

function storedPreferences({ companyId, userId, fields, changes, updatedAt }: PreferencesDocument): StoredPreferences {
  return { companyId, userId, fields, revision: FIRST_REVISION + changes, updatedAt };
}
