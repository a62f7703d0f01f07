import { VitaeError } from '@vitae/kit/errors';
import { isDuplicateKey } from '@vitae/kit/mongo-errors';
import { type ClientSession, type Connection, Schema, trusted } from 'mongoose';
import type { Scheme, TimestampPolicy } from './api-key.ts';
import { LEGACY_USE } from './legacy-use.ts';

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
  /** The key that took its place when it was rolled. */
  replacedBy?: number | null;
};

export type KeyState = 'active' | 'expired' | 'revoked';

/** Which of a company's keys are looked at. */
export type KeySearch = {
  /** Part of the name, or the beginning of the key. */
  text?: string | undefined;
  state?: KeyState | undefined;
  /** Keys older than this one, by id. */
  before?: number | undefined;
  now: number;
};

export type KeyStore = {
  insert(key: StoredKey, session: ClientSession): Promise<void>;
  find(key: string): Promise<StoredKey | undefined>;
  /** Of another company there is none. */
  findOfCompany(companyId: number, id: number): Promise<StoredKey | undefined>;
  listOfCompany(companyId: number): Promise<StoredKey[]>;
  /** The newest first, `most` of them. */
  search(companyId: number, search: KeySearch, most: number): Promise<StoredKey[]>;
  /** Active historical keys, the newest first, `most` of those older than `before`, by id. */
  listHistorical(companyId: number, now: number, most: number, before?: number): Promise<StoredKey[]>;
  /** When any active historical key was last used; undefined when none ever was. */
  lastHistoricalUse(companyId: number, now: number): Promise<Date | undefined>;
  /** Active keys that nothing replaced, of one company or of all, by the moment at which they end. */
  listExpiring(from: Date, until: Date, most: number, companyId?: number): Promise<StoredKey[]>;
  /** False when it was revoked already. */
  revoke(key: string, at: Date, session: ClientSession): Promise<boolean>;
  /** False when it was revoked or replaced already. */
  replace(id: number, replacement: { replacedBy: number; expiresAt: Date }, session: ClientSession): Promise<boolean>;
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
    findOfCompany: async (companyId, id) => {
      const document = await model.findOne({ _id: id, companyId }).lean();
      return document ? keyOf(document) : undefined;
    },
    search: async (companyId, search, most) => {
      const found = await model.find(filterOf(companyId, search)).sort({ _id: -1 }).limit(most).lean();
      return found.map(keyOf);
    },
    listHistorical: async (companyId, now, most, before) => {
      const older = before === undefined ? {} : { _id: trusted({ $lt: before }) };
      const found = await model
        .find({ ...activeHistorical(companyId, now), ...older })
        .sort({ _id: -1 })
        .limit(most)
        .lean();
      return found.map(keyOf);
    },
    lastHistoricalUse: async (companyId, now) => {
      const [found] = await model.aggregate<{ at: Date | null }>([
        { $match: activeHistorical(companyId, now) },
        { $lookup: { from: LEGACY_USE, localField: '_id', foreignField: '_id', as: 'uses' } },
        { $group: { _id: null, at: { $max: { $max: '$uses.lastUsedAt' } } } },
      ]);
      return found?.at ?? undefined;
    },
    listExpiring: async (from, until, most, companyId) => {
      const filter = {
        expiresAt: trusted({ $gt: from, $lte: until }),
        revokedAt: null,
        replacedBy: null,
        ...(companyId !== undefined && { companyId }),
      };
      return (await model.find(filter).sort({ expiresAt: 1, _id: 1 }).limit(most).lean()).map(keyOf);
    },
    revoke: async (key, at, session) => {
      const { modifiedCount } = await model.updateOne(
        { key, revokedAt: null },
        { $set: { revokedAt: at } },
        { session },
      );
      return modifiedCount === 1;
    },
    replace: async (id, replacement, session) => {
      const filter = { _id: id, revokedAt: null, replacedBy: null };
      return (await model.updateOne(filter, { $set: replacement }, { session })).modifiedCount === 1;
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

/** Neither revoked nor ended, as a key that was rolled has. */
function activeHistorical(companyId: number, now: number) {
  const unended = [{ expiresAt: null }, { expiresAt: trusted({ $gt: new Date(now) }) }];
  return { companyId, scheme: 'md5' as const, revokedAt: null, $or: unended };
}

function filterOf(companyId: number, { text, state, before, now }: KeySearch): Record<string, unknown> {
  const at = new Date(now);
  const states: Record<KeyState, Record<string, unknown>> = {
    active: { revokedAt: null, $or: [{ expiresAt: null }, { expiresAt: trusted({ $gt: at }) }] },
    expired: { revokedAt: null, expiresAt: trusted({ $lte: at }) },
    revoked: { revokedAt: trusted({ $ne: null }) },
  };
  const escaped = text?.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const found = [{ name: trusted({ $regex: escaped, $options: 'i' }) }, { key: trusted({ $regex: `^${escaped}` }) }];
  const conditions = [...(state ? [states[state]] : []), ...(escaped ? [{ $or: found }] : [])];
  return {
    companyId,
    ...(before !== undefined && { _id: trusted({ $lt: before }) }),
    ...(conditions.length > 0 && { $and: conditions }),
  };
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
      replacedBy: Number,
    },
    { collection: 'keys', versionKey: false },
  );
  schema.index({ key: 1 }, { unique: true });
  schema.index({ companyId: 1, _id: 1 });
  schema.index({ expiresAt: 1 });
  return schema;
}

function keyOf({ _id, ...key }: KeyDocument): StoredKey {
  return { id: _id, ...key };
}
