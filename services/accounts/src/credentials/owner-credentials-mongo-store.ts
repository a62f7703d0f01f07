import { VitaeError } from '@vitae/kit/errors';
import { isDuplicateKey } from '@vitae/kit/mongo-errors';
import { type Connection, Schema, trusted } from 'mongoose';
import { loginKey, type Owner, type OwnerCredentials } from './owner-credentials.ts';
import { hashPassword, passwordVersion, verifyPassword } from './password-hash.ts';

type StoredCredential = {
  _id: number;
  companyId: number;
  username: string;
  email: string;
  usernameKey: string;
  emailKey: string;
  /** The revision of the user record that contained the address; missing until the address changes. */
  emailRevision?: number;
  passwordHash: string;
  locale?: string;
};

// Users of several companies may have the same email address; the password decides which of them signs in.
const MAX_SAME_LOGIN = 5;

export function createOwnerCredentials(connection: Connection): OwnerCredentials {
  const model = connection.model<StoredCredential>('OwnerCredential', ownerCredentialSchema());
  const passwordOf = async (_id: number) => (await model.findById(_id, { passwordHash: 1 }).lean())?.passwordHash;
  return {
    set: async ({ userId, companyId, username, email, password }) => {
      const keys = { usernameKey: loginKey(username), emailKey: loginKey(email) };
      const passwordHash = await hashPassword(password);
      await model
        .updateOne({ _id: userId }, { $set: { companyId, username, email, ...keys, passwordHash } }, { upsert: true })
        .catch(rejectTakenName);
    },
    findByLogin: async (login) => {
      const key = loginKey(login);
      const records = await model
        .find({ $or: [{ usernameKey: key }, { emailKey: key }] })
        .sort({ _id: 1 })
        .limit(MAX_SAME_LOGIN)
        .lean();
      return records.map(ownerOf);
    },
    find: async (userId) => {
      const record = await model.findById(userId).lean();
      return record ? ownerOf(record) : undefined;
    },
    checkPassword: async (userId, password) => verifyPassword(password, await passwordOf(userId)),
    setPassword: async (userId, password) => {
      await model.updateOne({ _id: userId }, { $set: { passwordHash: await hashPassword(password) } });
    },
    setLocale: async (userId, locale) => {
      await model.updateOne({ _id: userId }, { $set: { locale } });
    },
    setEmail: async (userId, { email, revision }) => {
      const older = { _id: userId, emailRevision: trusted({ $not: { $gte: revision } }) };
      await model.updateOne(older, { $set: { email, emailKey: loginKey(email), emailRevision: revision } });
    },
    remove: async (userId) => {
      await model.deleteOne({ _id: userId });
    },
  };
}

function ownerCredentialSchema(): Schema<StoredCredential> {
  const schema = new Schema<StoredCredential>(
    {
      _id: Number,
      companyId: Number,
      username: String,
      email: String,
      usernameKey: String,
      emailKey: String,
      emailRevision: Number,
      passwordHash: String,
      locale: String,
    },
    { collection: 'ownerCredentials', versionKey: false },
  );
  schema.index({ usernameKey: 1 }, { unique: true });
  schema.index({ emailKey: 1 });
  return schema;
}

function ownerOf({ _id, companyId, username, email, locale, passwordHash }: StoredCredential): Owner {
  return { userId: _id, companyId, username, email, locale, passwordVersion: passwordVersion(passwordHash) };
}

function rejectTakenName(error: unknown): never {
  if (!isDuplicateKey(error)) throw error;
  throw new VitaeError('ALREADY_EXISTS', 'username_taken', 'Another user has this user name.', { cause: error });
}
