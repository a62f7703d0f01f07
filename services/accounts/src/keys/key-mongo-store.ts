import { VitaeError } from '@vitae/kit/errors';
import { isDuplicateKey } from '@vitae/kit/mongo-errors';
import { type Connection, type QueryFilter, Schema, trusted } from 'mongoose';
import type { KeySearch, KeyState, KeyStore, StoredKey } from './key-store.ts';
import { LEGACY_USE } from './legacy-use-mongo-store.ts';

type KeyDocument = Omit<StoredKey, 'id'> & { _id: number };

export function createKeyStore(connection: Connection): KeyStore {
  const model = connection.model<KeyDocument>('Key', keySchema());
  const findOne = async (filter: Partial<KeyDocument>) => {
    const document = await model.findOne(filter).lean();
    return document ? keyOf(document) : undefined;
  };
  const newest = async (filter: QueryFilter<KeyDocument>, limit: number) =>
    (await model.find(filter).sort({ _id: -1 }).limit(limit).lean()).map(keyOf);
  return {
    insert: async ({ id, ...key }, session) => {
      try {
        await model.create([{ _id: id, ...key }], { session });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        throw new VitaeError('ALREADY_EXISTS', 'key_exists', 'This key already exists.', { cause: error });
      }
    },
    find: (key) => findOne({ key }),
    listOfCompany: async (companyId) => (await model.find({ companyId }).sort({ _id: 1 }).lean()).map(keyOf),
    findOfCompany: (companyId, id) => findOne({ _id: id, companyId }),
    search: (companyId, search, limit) => newest(filterOf(companyId, search), limit),
    listHistorical: (companyId, now, limit, before) => {
      const older = before === undefined ? {} : { _id: trusted({ $lt: before }) };
      return newest({ ...activeHistorical(companyId, now), ...older }, limit);
    },
    findLastHistoricalUse: async (companyId, now) => {
      const [result] = await model.aggregate<{ at: Date | null }>([
        { $match: activeHistorical(companyId, now) },
        { $lookup: { from: LEGACY_USE, localField: '_id', foreignField: '_id', as: 'uses' } },
        { $group: { _id: null, at: { $max: { $max: '$uses.lastUsedAt' } } } },
      ]);
      return result?.at ?? undefined;
    },
    listExpiring: async ({ from, until, after, companyId }, limit) => {
      const filter = {
        expiresAt: trusted({ ...(after ? { $gte: after.expiresAt } : { $gt: from }), $lte: until }),
        revokedAt: null,
        replacedBy: null,
        ...(companyId !== undefined && { companyId }),
        ...(after && {
          $or: [{ expiresAt: trusted({ $gt: after.expiresAt }) }, { _id: trusted({ $gt: after.id }) }],
        }),
      };
      return (await model.find(filter).sort({ expiresAt: 1, _id: 1 }).limit(limit).lean()).map(keyOf);
    },
    revoke: async (key, at, session) => {
      const revoked = { $set: { revokedAt: at } };
      return (await model.updateOne({ key, revokedAt: null }, revoked, { session })).modifiedCount === 1;
    },
    replace: async (id, replacement, session) => {
      const filter = { _id: id, revokedAt: null, replacedBy: null };
      return (await model.updateOne(filter, { $set: replacement }, { session })).modifiedCount === 1;
    },
    setFence: async (key, fence, session) => {
      await model.updateOne({ key }, { $set: { fence } }, { session });
    },
    setTimestampPolicy: async (key, timestampPolicy, session) => {
      await model.updateOne({ key }, { $set: { timestampPolicy } }, { session });
    },
    setCompatibility: async (key, compatibility, session) => {
      await model.updateOne({ key }, { $set: { compatibility } }, { session });
    },
  };
}

function activeHistorical(companyId: number, now: number) {
  const unexpired = [{ expiresAt: null }, { expiresAt: trusted({ $gt: new Date(now) }) }];
  return { companyId, scheme: 'md5' as const, revokedAt: null, $or: unexpired };
}

function filterOf(companyId: number, { text, state, before, now }: KeySearch): Record<string, unknown> {
  const at = new Date(now);
  const states: Record<KeyState, Record<string, unknown>> = {
    active: { revokedAt: null, $or: [{ expiresAt: null }, { expiresAt: trusted({ $gt: at }) }] },
    expired: { revokedAt: null, expiresAt: trusted({ $lte: at }) },
    revoked: { revokedAt: trusted({ $ne: null }) },
  };
  const escaped = text?.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const matches = [{ name: trusted({ $regex: escaped, $options: 'i' }) }, { key: trusted({ $regex: `^${escaped}` }) }];
  const conditions = [...(state ? [states[state]] : []), ...(escaped ? [{ $or: matches }] : [])];
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
      fence: Schema.Types.Mixed,
      compatibility: String,
      createdAt: Date,
      expiresAt: Date,
      revokedAt: Date,
      replacedBy: Number,
    },
    { collection: 'keys', versionKey: false },
  );
  schema.index({ key: 1 }, { unique: true });
  schema.index({ companyId: 1, _id: 1 });
  schema.index({ expiresAt: 1, _id: 1 });
  return schema;
}

function keyOf({ _id, ...key }: KeyDocument): StoredKey {
  return { id: _id, ...key };
}
