import { inTransaction } from '@vitae/kit/transaction';
import { type Connection, Schema, trusted } from 'mongoose';
import type { ApplicationStore, StoredApplication, WithApplication } from './application-store.ts';

type ApplicationDocument = Omit<StoredApplication, 'id'> & { _id: number };

export function createApplicationStore(connection: Connection): ApplicationStore {
  const model = connection.model<ApplicationDocument>('Application', applicationSchema());
  const one = async (filter: Partial<ApplicationDocument>) => {
    const document = await model.findOne(filter).lean();
    return document ? applicationOf(document) : undefined;
  };
  const changeActive = (_id: number, fields: Partial<StoredApplication>, alongside?: WithApplication) =>
    inTransaction(connection, async (session) => {
      const document = await model
        .findOneAndUpdate({ _id, disabledAt: null }, { $set: fields }, { session, returnDocument: 'after' })
        .lean();
      if (!document) return undefined;
      const changed = applicationOf(document);
      await alongside?.(changed, session);
      return changed;
    });
  return {
    insert: (application, alongside) =>
      inTransaction(connection, async (session) => {
        const { id: _id, ...fields } = application;
        await model.create([{ _id, ...fields }], { session });
        await alongside?.(application, session);
      }),
    findById: (id) => one({ _id: id }),
    findOfCompany: (companyId, id) => one({ _id: id, companyId }),
    findByConsumerKey: (consumerKey) => one({ consumerKey }),
    findByApiKeyDigest: (apiKeyDigest) => one({ apiKeyDigest }),
    hasOrigin: async (origin) => (await model.exists({ origins: origin, disabledAt: null })) !== null,
    listOfCompany: async (companyId) => (await model.find({ companyId }).sort({ _id: 1 }).lean()).map(applicationOf),
    pageOfCompany: async (companyId, before, limit) => {
      const older = before === undefined ? {} : { _id: trusted({ $lt: before }) };
      const documents = await model
        .find({ companyId, ...older })
        .sort({ _id: -1 })
        .limit(limit)
        .lean();
      return documents.map(applicationOf);
    },
    change: async (id, fields, alongside) => (await changeActive(id, fields, alongside)) !== undefined,
    disable: async (id, at, alongside) => {
      const disabled = await changeActive(id, { disabledAt: at }, alongside);
      if (disabled) return { ...disabled, changed: true };
      const before = await one({ _id: id });
      return before && { ...before, changed: false };
    },
  };
}

function applicationSchema(): Schema<ApplicationDocument> {
  const schema = new Schema<ApplicationDocument>(
    {
      _id: Number,
      companyId: Number,
      name: String,
      consumerKey: String,
      sealedConsumerSecret: String,
      apiKeyDigest: String,
      callbacks: [String],
      origins: [String],
      rsaPublicKey: String,
      compatibility: String,
      createdAt: Date,
      disabledAt: Date,
    },
    { collection: 'applications', versionKey: false },
  );
  schema.index({ consumerKey: 1 }, { unique: true });
  schema.index({ apiKeyDigest: 1 }, { unique: true });
  schema.index({ companyId: 1, _id: 1 });
  schema.index({ origins: 1 }, { sparse: true });
  return schema;
}

// Applications of earlier versions have no origins.
function applicationOf({ _id, origins = [], ...application }: ApplicationDocument): StoredApplication {
  return { id: _id, origins, ...application };
}
