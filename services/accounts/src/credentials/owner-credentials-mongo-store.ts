import { unavailable, VitaeError } from '@vitae/kit/errors';
import { isDuplicateKey } from '@vitae/kit/mongo-errors';
import { inTransaction } from '@vitae/kit/transaction';
import { type Connection, Schema, trusted } from 'mongoose';
import { type InvitedOwner, loginKey, MAX_SAME_LOGIN, type Owner, type OwnerCredentials } from './owner-credentials.ts';
import { hashPassword, passwordVersion, verifyPassword } from './password-hash.ts';

type StoredCredential = {
  _id: number;
  companyId: number;
  username: string;
  email: string;
  usernameKey: string;
  emailKey: string;
  /** The revision of the user record that contained both names; missing until one changes. */
  emailRevision?: number;
  /** Missing until an invited owner chooses a password. */
  passwordHash?: string;
  locale?: string;
};

export function createOwnerCredentials(connection: Connection): OwnerCredentials {
  const model = connection.model<StoredCredential>('OwnerCredential', ownerCredentialSchema());
  const passwordOf = async (_id: number) => (await model.findById(_id, { passwordHash: 1 }).lean())?.passwordHash;
  return {
    set: async ({ password, ...owner }) => {
      const passwordHash = await hashPassword(password);
      await model
        .updateOne({ _id: owner.userId }, { $set: { ...fieldsOf(owner), passwordHash } }, { upsert: true })
        .catch(rejectTakenName);
    },
    invite: (owner, alongside) =>
      inTransaction(connection, async (session) => {
        const options = { upsert: true, returnDocument: 'after', session } as const;
        const stored = await model
          .findOneAndUpdate({ _id: owner.userId }, { $setOnInsert: fieldsOf(owner) }, options)
          .lean();
        await alongside?.(session, ownerOf(stored));
      }).catch(asContention),
    findByLogin: async (login, companyId) => {
      const key = loginKey(login);
      // Separate queries in the order of their indexes read few documents of a name that thousands of companies have.
      const findBy = (field: 'emailKey' | 'usernameKey') =>
        model
          .find({ [field]: key, ...(companyId !== undefined && { companyId }) })
          .sort({ companyId: 1 })
          .limit(MAX_SAME_LOGIN)
          .lean();
      const records = (await Promise.all([findBy('emailKey'), findBy('usernameKey')])).flat();
      const byId = new Map(records.map((record) => [record._id, record]));
      return [...byId.values()].slice(0, MAX_SAME_LOGIN).map(ownerOf);
    },
    find: async (userId) => {
      const record = await model.findById(userId).lean();
      return record ? ownerOf(record) : undefined;
    },
    findAll: async (userIds) => (await model.find({ _id: trusted({ $in: [...userIds] }) }).lean()).map(ownerOf),
    checkPassword: async (userId, password) => verifyPassword(password, await passwordOf(userId)),
    setPassword: async (userId, password, alongside) => {
      const passwordHash = await hashPassword(password);
      await inTransaction(connection, async (session) => {
        await model.updateOne({ _id: userId }, { $set: { passwordHash } }, { session });
        await alongside?.(session);
      });
    },
    setFirstPassword: async (userId, password) => {
      const passwordHash = await hashPassword(password);
      const { modifiedCount } = await model.updateOne({ _id: userId, passwordHash: null }, { $set: { passwordHash } });
      return modifiedCount > 0;
    },
    setLocale: async (userId, locale) => {
      await model.updateOne({ _id: userId }, { $set: { locale } });
    },
    setNames: async (userId, { username, email, revision }) => {
      const older = { _id: userId, emailRevision: trusted({ $not: { $gte: revision } }) };
      const names = { username, usernameKey: loginKey(username), email, emailKey: loginKey(email) };
      await model.updateOne(older, { $set: { ...names, emailRevision: revision } }).catch(rejectTakenName);
    },
    remove: async (userId) => {
      await model.deleteOne({ _id: userId });
    },
    removeWithoutPassword: async (userId, session) => {
      const { deletedCount } = await model.deleteOne({ _id: userId, passwordHash: null }, { session });
      return deletedCount > 0;
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
  schema.index({ usernameKey: 1, companyId: 1 }, { unique: true });
  schema.index({ emailKey: 1, companyId: 1 });
  return schema;
}

function fieldsOf({ companyId, username, email }: InvitedOwner) {
  return { companyId, username, email, usernameKey: loginKey(username), emailKey: loginKey(email) };
}

function ownerOf({ _id, companyId, username, email, locale, passwordHash }: StoredCredential): Owner {
  return {
    userId: _id,
    companyId,
    username,
    email,
    locale,
    passwordVersion: passwordHash ? passwordVersion(passwordHash) : '',
  };
}

/**
 * The user service has assigned the name to this user, so another credential has it only until a deletion or change of
 * that user is complete.
 */
function asContention(error: unknown): never {
  if (!isDuplicateKey(error)) throw error;
  throw unavailable('write_contention', 'Another change of the user name is in progress. Try again shortly.');
}

function rejectTakenName(error: unknown): never {
  if (!isDuplicateKey(error)) throw error;
  throw new VitaeError(
    'ALREADY_EXISTS',
    'username_taken',
    'Another user of the company has this username. Choose another one.',
    { cause: error },
  );
}
