import { VitaeError } from '@vitae/kit/errors';
import { isDuplicateKey } from '@vitae/kit/mongo-errors';
import { type Connection, Schema } from 'mongoose';
import { hashPassword, verifyPassword } from './password-hash.ts';

/** A CV owner who can sign in. */
export type Owner = {
  userId: number;
  companyId: number;
  username: string;
  email: string;
  /** The language chosen by hand; undefined until then. */
  locale: string | undefined;
};

export type NewOwner = { userId: number; companyId: number; username: string; email: string; password: string };

/** The sign-in credentials of CV owners, in the gateway's database. */
export type OwnerCredentials = {
  /** Makes or replaces a user's credential. */
  set(owner: NewOwner): Promise<void>;
  /** The owner whose user name or e-mail address and password these are; takes the same time for nobody's. */
  verify(login: string, password: string): Promise<Owner | undefined>;
  find(userId: number): Promise<Owner | undefined>;
  /** Whether the password is this user's. */
  confirms(userId: number, password: string): Promise<boolean>;
  setPassword(userId: number, password: string): Promise<void>;
  setLocale(userId: number, locale: string): Promise<void>;
  /** Follows a change of the user record; nothing happens when the user has no credential. */
  setEmail(userId: number, email: string): Promise<void>;
  remove(userId: number): Promise<void>;
};

type StoredCredential = {
  _id: number;
  companyId: number;
  username: string;
  email: string;
  usernameKey: string;
  emailKey: string;
  passwordHash: string;
  locale?: string;
};

// Two companies may know the same person: whoever has that address and this password is let in.
const SAME_LOGIN = 5;

export function createOwnerCredentials(connection: Connection): OwnerCredentials {
  const model = connection.model<StoredCredential>('OwnerCredential', ownerCredentialSchema());
  const passwordOf = async (_id: number) => (await model.findById(_id, { passwordHash: 1 }).lean())?.passwordHash;
  return {
    set: async ({ userId, companyId, username, email, password }) => {
      const keys = { usernameKey: loginKey(username), emailKey: loginKey(email) };
      const passwordHash = await hashPassword(password);
      await model
        .updateOne({ _id: userId }, { $set: { companyId, username, email, ...keys, passwordHash } }, { upsert: true })
        .catch(refuseTakenName);
    },
    verify: async (login, password) => {
      const key = loginKey(login);
      const records = await model
        .find({ $or: [{ usernameKey: key }, { emailKey: key }] })
        .limit(SAME_LOGIN)
        .lean();
      if (records.length === 0) await verifyPassword(password, undefined);
      for (const record of records) {
        if (await verifyPassword(password, record.passwordHash)) return ownerOf(record);
      }
      return undefined;
    },
    find: async (userId) => {
      const record = await model.findById(userId).lean();
      return record ? ownerOf(record) : undefined;
    },
    confirms: async (userId, password) => verifyPassword(password, await passwordOf(userId)),
    setPassword: async (userId, password) => {
      await model.updateOne({ _id: userId }, { $set: { passwordHash: await hashPassword(password) } });
    },
    setLocale: async (userId, locale) => {
      await model.updateOne({ _id: userId }, { $set: { locale } });
    },
    setEmail: async (userId, email) => {
      await model.updateOne({ _id: userId }, { $set: { email, emailKey: loginKey(email) } });
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
      passwordHash: String,
      locale: String,
    },
    { collection: 'ownerCredentials', versionKey: false },
  );
  schema.index({ usernameKey: 1 }, { unique: true });
  schema.index({ emailKey: 1 });
  return schema;
}

/** Names are compared as people type them: capitals and composition do not count. */
export function loginKey(login: string): string {
  return login.trim().normalize('NFKC').toLowerCase();
}

function ownerOf({ _id, companyId, username, email, locale }: StoredCredential): Owner {
  return { userId: _id, companyId, username, email, locale };
}

function refuseTakenName(error: unknown): never {
  if (!isDuplicateKey(error)) throw error;
  throw new VitaeError('ALREADY_EXISTS', 'username_taken', 'Another user has this user name.', { cause: error });
}
