import { type Connection, Schema } from 'mongoose';

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

export type ApplicationStore = {
  insert(application: StoredApplication): Promise<void>;
  findById(id: number): Promise<StoredApplication | undefined>;
  /** Of another company there is none. */
  findOfCompany(companyId: number, id: number): Promise<StoredApplication | undefined>;
  findByConsumerKey(consumerKey: string): Promise<StoredApplication | undefined>;
  findByApiKeyDigest(digest: string): Promise<StoredApplication | undefined>;
  listOfCompany(companyId: number): Promise<StoredApplication[]>;
  /** The application, disabled since now or since before; undefined when there is none. */
  /** Changes one that is not disabled. False when there is none. */
  change(id: number, fields: ApplicationChange): Promise<boolean>;
  disable(id: number, at: Date): Promise<(StoredApplication & { changed: boolean }) | undefined>;
};

type ApplicationDocument = Omit<StoredApplication, 'id'> & { _id: number };

export function createApplicationStore(connection: Connection): ApplicationStore {
  const model = connection.model<ApplicationDocument>('Application', applicationSchema());
  const one = async (filter: Partial<ApplicationDocument>) => {
    const document = await model.findOne(filter).lean();
    return document ? applicationOf(document) : undefined;
  };
  return {
    insert: async ({ id, ...application }) => {
      await model.create({ _id: id, ...application });
    },
    findById: (id) => one({ _id: id }),
    findOfCompany: (companyId, id) => one({ _id: id, companyId }),
    findByConsumerKey: (consumerKey) => one({ consumerKey }),
    findByApiKeyDigest: (apiKeyDigest) => one({ apiKeyDigest }),
    listOfCompany: async (companyId) => (await model.find({ companyId }).sort({ _id: 1 }).lean()).map(applicationOf),
    change: async (id, fields) => {
      const { matchedCount } = await model.updateOne({ _id: id, disabledAt: null }, { $set: fields });
      return matchedCount === 1;
    },
    disable: async (id, at) => {
      const { modifiedCount } = await model.updateOne({ _id: id, disabledAt: null }, { $set: { disabledAt: at } });
      const application = await one({ _id: id });
      return application && { ...application, changed: modifiedCount === 1 };
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
