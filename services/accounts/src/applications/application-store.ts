import { inTransaction } from '@vitae/kit/transaction';
import { type ClientSession, type Connection, Schema, trusted } from 'mongoose';

/** An application as it is stored: its consumer secret sealed, its API key as a digest. */
export type StoredApplication = {
  id: number;
  companyId: number;
  name: string;
  consumerKey: string;
  sealedConsumerSecret: string;
  apiKeyDigest: string;
  callbacks: string[];
  /** PEM of SPKI; null when the application signs with HMAC-SHA1 only. */
  rsaPublicKey: string | null;
  createdAt: Date;
  disabledAt: Date | null;
};

/** What may change of an application. */
export type ApplicationChange = Partial<
  Pick<StoredApplication, 'name' | 'callbacks' | 'rsaPublicKey' | 'sealedConsumerSecret' | 'apiKeyDigest'>
>;

/** What is written in the transaction of a change, such as its entry in the audit log. */
export type WithApplication = (application: StoredApplication, session: ClientSession) => Promise<void>;

export type ApplicationStore = {
  insert(application: StoredApplication, alongside?: WithApplication): Promise<void>;
  findById(id: number): Promise<StoredApplication | undefined>;
  /** Of another company there is none. */
  findOfCompany(companyId: number, id: number): Promise<StoredApplication | undefined>;
  findByConsumerKey(consumerKey: string): Promise<StoredApplication | undefined>;
  findByApiKeyDigest(digest: string): Promise<StoredApplication | undefined>;
  listOfCompany(companyId: number): Promise<StoredApplication[]>;
  /** The newest first, `most` of those older than `before`, by id. */
  pageOfCompany(companyId: number, before: number | undefined, most: number): Promise<StoredApplication[]>;
  /** Changes one that is not disabled. False when there is none. */
  change(id: number, fields: ApplicationChange, alongside?: WithApplication): Promise<boolean>;
  /** The application, disabled since now or since before; undefined when there is none. `alongside` only when it changes. */
  disable(
    id: number,
    at: Date,
    alongside?: WithApplication,
  ): Promise<(StoredApplication & { changed: boolean }) | undefined>;
};

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
    listOfCompany: async (companyId) => (await model.find({ companyId }).sort({ _id: 1 }).lean()).map(applicationOf),
    pageOfCompany: async (companyId, before, most) => {
      const older = before === undefined ? {} : { _id: trusted({ $lt: before }) };
      const found = await model
        .find({ companyId, ...older })
        .sort({ _id: -1 })
        .limit(most)
        .lean();
      return found.map(applicationOf);
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
      rsaPublicKey: String,
      createdAt: Date,
      disabledAt: Date,
    },
    { collection: 'applications', versionKey: false },
  );
  schema.index({ consumerKey: 1 }, { unique: true });
  schema.index({ apiKeyDigest: 1 }, { unique: true });
  schema.index({ companyId: 1, _id: 1 });
  return schema;
}

function applicationOf({ _id, ...application }: ApplicationDocument): StoredApplication {
  return { id: _id, ...application };
}
