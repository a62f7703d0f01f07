import type { UserKey } from '@vitae/kit/caller';
import { type Connection, type Model, Schema } from 'mongoose';

/** The document of a user who ever had a key. */
export type MetadataDocument = UserKey & {
  keys: string[];
  /** Index terms, see keys/index-terms.ts. Empty if the user is hidden. */
  exact: string[];
  namespaces: string[];
  hidden: boolean;
  /** Incremented by every request that names the user, see mongo/update.ts. */
  revision: number;
};

const schema = new Schema<MetadataDocument>(
  {
    companyId: { type: Number, required: true },
    userId: { type: Number, required: true },
    keys: { type: [String], required: true },
    exact: { type: [String], required: true },
    namespaces: { type: [String], required: true },
    hidden: { type: Boolean, required: true },
    revision: { type: Number, required: true },
  },
  { versionKey: false },
);

schema.index({ companyId: 1, userId: 1 }, { unique: true });
schema.index({ companyId: 1, exact: 1, userId: 1 });
schema.index({ companyId: 1, namespaces: 1, userId: 1 });

export type MetadataModel = Model<MetadataDocument>;

export function createMetadataModel(connection: Connection): MetadataModel {
  return connection.model<MetadataDocument>('Metadata', schema, 'metadata');
}
