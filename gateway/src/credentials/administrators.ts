import { VitaeError } from '@vitae/kit/errors';
import { isDuplicateKey } from '@vitae/kit/mongo-errors';
import { createSequence } from '@vitae/kit/sequence';
import { type Connection, Schema } from 'mongoose';
import { loginKey } from './owner-credentials.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';

/** Who may change a company's settings. */
export type Administrator = { id: number; companyId: number; email: string };

export type Administrators = {
  create(companyId: number, email: string, password: string): Promise<Administrator>;
  find(id: number): Promise<Administrator | undefined>;
  listOfCompany(companyId: number): Promise<Administrator[]>;
  /** The administrator whose address and password these are; takes the same time for nobody's. */
  verify(email: string, password: string): Promise<Administrator | undefined>;
};

type StoredAdministrator = {
  _id: number;
  companyId: number;
  email: string;
  emailKey: string;
  passwordHash: string;
  createdAt: Date;
};

export function createAdministrators(connection: Connection): Administrators {
  const model = connection.model<StoredAdministrator>('Administrator', administratorSchema());
  const ids = createSequence(connection, 'administrator');
  return {
    create: async (companyId, email, password) => {
      const passwordHash = await hashPassword(password);
      const document = { _id: await ids.next(), companyId, email, emailKey: loginKey(email), passwordHash };
      await model.create({ ...document, createdAt: new Date() }).catch(refuseTakenEmail);
      return administratorOf(document);
    },
    find: async (id) => {
      const document = await model.findById(id).lean();
      return document ? administratorOf(document) : undefined;
    },
    listOfCompany: async (companyId) => (await model.find({ companyId }).sort({ _id: 1 }).lean()).map(administratorOf),
    verify: async (email, password) => {
      const document = await model.findOne({ emailKey: loginKey(email) }).lean();
      const matches = await verifyPassword(password, document?.passwordHash);
      return document && matches ? administratorOf(document) : undefined;
    },
  };
}

function administratorSchema(): Schema<StoredAdministrator> {
  const schema = new Schema<StoredAdministrator>(
    { _id: Number, companyId: Number, email: String, emailKey: String, passwordHash: String, createdAt: Date },
    { collection: 'administrators', versionKey: false },
  );
  schema.index({ emailKey: 1 }, { unique: true });
  schema.index({ companyId: 1, _id: 1 });
  return schema;
}

function administratorOf({ _id, companyId, email }: Omit<StoredAdministrator, 'createdAt'>): Administrator {
  return { id: _id, companyId, email };
}

function refuseTakenEmail(error: unknown): never {
  if (!isDuplicateKey(error)) throw error;
  throw new VitaeError('ALREADY_EXISTS', 'email_taken', 'Another administrator has this e-mail address.', {
    cause: error,
  });
}
