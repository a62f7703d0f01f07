import { VitaeError } from '@vitae/kit/errors';
import { isDuplicateKey } from '@vitae/kit/mongo-errors';
import { type ClientSession, type Connection, Schema } from 'mongoose';
import type { Scheme, TimestampPolicy } from './api-key.ts';

/** A key as it is stored; the secret is sealed. */
export type StoredKey = {
  id: number;
  companyId: number;
  key: string;
  name: string;
  scheme: Scheme;
  sealedSecret: string;
  timestampPolicy: TimestampPolicy;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
};

export type KeyState = 'active' | 'expired' | 'revoked';

export type KeyStore = {
  insert(key: StoredKey, session: ClientSession): Promise<void>;
  find(key: string): Promise<StoredKey | undefined>;
  listOfCompany(companyId: number): Promise<StoredKey[]>;
  revoke(key: string, at: Date, session: ClientSession): Promise<void>;
  setTimestampPolicy(key: string, policy: TimestampPolicy, session: ClientSession): Promise<void>;
};

type KeyDocument = Omit<StoredKey, 'id'> & { _id: number };

export function createKeyStore(connection: Connection): KeyStore {
  const model = connection.model<KeyDocument>('Key', keySchema());
  return {
    insert: async ({ id, ...key }, session) => {
      try {
        await model.create([{ _id: id, ...key }], { session });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        throw new VitaeError('ALREADY_EXISTS', 'key_exists', 'This key is there already.', { cause: error });
      }
    },
    find: async (key) => {
      const document = await model.findOne({ key }).lean();
      return document ? keyOf(document) : undefined;
    },
    listOfCompany: async (companyId) => (await model.find({ companyId }).sort({ _id: 1 }).lean()).map(keyOf),
    revoke: async (key, at, session) => {
      await model.updateOne({ key, revokedAt: null }, { $set: { revokedAt: at } }, { session });
    },
    setTimestampPolicy: async (key, timestampPolicy, session) => {
      await model.updateOne({ key }, { $set: { timestampPolicy } }, { session });
    },
  };
}

export function stateOf(key: Pick<StoredKey, 'expiresAt' | 'revokedAt'>, now: number): KeyState {
  if (key.revokedAt) return 'revoked';
  return key.expiresAt && key.expiresAt.getTime() <= now ? 'expired' : 'active';
}

function keySchema(): Schema<KeyDocument> {
  const schema = new Schema<KeyDocument>(
    {
      _id: Number,
      companyId: Number,
      key: String,
      name: String,
      scheme: String,
      sealedSecret: String,
      timestampPolicy: String,
      createdAt: Date,
      expiresAt: Date,
      revokedAt: Date,
    },
    { collection: 'keys', versionKey: false },
  );
  schema.index({ key: 1 }, { unique: true });
  schema.index({ companyId: 1, _id: 1 });
  return schema;
}

function keyOf({ _id, ...key }: KeyDocument): StoredKey {
  return { id: _id, ...key };
}
