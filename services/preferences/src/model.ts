import type { UserKey } from '@vitae/kit/caller';
import { type Connection, type Model, Schema } from 'mongoose';
import type { PreferenceFields } from './store.ts';

/** One document for each user who ever set something. The revision counts changes. */
export type PreferencesDocument = UserKey & { fields: PreferenceFields; changes: number; updatedAt: Date };

const schema = new Schema<PreferencesDocument>(
  {
    companyId: { type: Number, required: true },
    userId: { type: Number, required: true },
    // Validated at the edge by the schema of the contract; a second copy of it here could only differ.
    fields: { type: Schema.Types.Mixed, required: true },
    changes: { type: Number, required: true },
    updatedAt: { type: Date, required: true },
  },
  { versionKey: false, minimize: false },
);
schema.index({ companyId: 1, userId: 1 }, { unique: true });

export type PreferencesModel = Model<PreferencesDocument>;

export function createPreferencesModel(connection: Connection): PreferencesModel {
  return connection.model<PreferencesDocument>('Preferences', schema, 'preferences');
}
