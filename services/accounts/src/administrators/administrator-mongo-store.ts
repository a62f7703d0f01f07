import type { Clock } from '@vitae/kit/clock';
import { notFound, VitaeError } from '@vitae/kit/errors';
import { isDuplicateKey } from '@vitae/kit/mongo-errors';
import { createSequence } from '@vitae/kit/sequence';
import { inTransaction } from '@vitae/kit/transaction';
import { type ClientSession, type Connection, type Model, Schema, trusted } from 'mongoose';
import { loginKey } from '../credentials/owner-credentials.ts';
import { hashPassword, passwordVersion, verifyPassword } from '../credentials/password-hash.ts';
import type { Role } from './administrator-roles.ts';
import type { Administrator, Administrators, TeamChange } from './administrators.ts';

type StoredAdministrator = {
  _id: number;
  companyId: number;
  email: string;
  emailKey: string;
  passwordHash: string;
  /** Undefined for administrators created before roles existed, who are owners. */
  role?: Role;
  createdAt: Date;
};

export function createAdministrators(connection: Connection, clock: Clock): Administrators {
  const model = connection.model<StoredAdministrator>('Administrator', administratorSchema());
  const ids = createSequence(connection, 'administrator');
  const { changeTeam, changeMember } = createTeamChanges(connection, model);
  return {
    create: async (companyId, email, password, role = 'administrator', alongside) => {
      const fields = { companyId, email, emailKey: loginKey(email), passwordHash: await hashPassword(password) };
      const _id = await ids.next();
      const made = await changeTeam(companyId, async (session) => {
        const isFirst = (await model.countDocuments({ companyId }, { session })) === 0;
        const document = { _id, ...fields, role: isFirst ? 'owner' : role, createdAt: new Date(clock.now()) } as const;
        await model.create([document], { session });
        await alongside?.(administratorOf(document), session);
        return document;
      }).catch(rejectTakenEmail);
      return administratorOf(made);
    },
    find: async (id) => {
      const document = await model.findById(id).lean();
      return document ? administratorOf(document) : undefined;
    },
    findByEmail: async (email) => {
      const document = await model.findOne({ emailKey: loginKey(email) }).lean();
      return document ? administratorOf(document) : undefined;
    },
    listOfCompany: async (companyId) => (await model.find({ companyId }).sort({ _id: 1 }).lean()).map(administratorOf),
    verify: async (email, password) => {
      const document = await model.findOne({ emailKey: loginKey(email) }).lean();
      const matches = await verifyPassword(password, document?.passwordHash);
      return document && matches ? administratorOf(document) : undefined;
    },
    checkPassword: async (id, password) =>
      verifyPassword(password, (await model.findById(id, { passwordHash: 1 }).lean())?.passwordHash),
    setPassword: async (id, password, alongside) => {
      const passwordHash = await hashPassword(password);
      await inTransaction(connection, async (session) => {
        const document = await model.findOneAndUpdate({ _id: id }, { $set: { passwordHash } }, { session }).lean();
        if (!document) throw notFound('administrator_not_found', 'Administrator not found.');
        await alongside?.(administratorOf(document), session);
      });
    },
    setRole: (companyId, id, role, alongside) =>
      changeMember(companyId, id, role === 'owner', async (before, session) => {
        if (before.role === role) return;
        await model.updateOne({ _id: id, companyId }, { $set: { role } }, { session });
        await alongside?.(before, session);
      }),
    remove: (companyId, id, alongside) =>
      changeMember(companyId, id, false, async (before, session) => {
        await model.deleteOne({ _id: id, companyId }, { session });
        await alongside?.(before, session);
      }),
  };
}

/**
 * Serializes the changes of a company's team. Otherwise two owners who demote each other at the same time would both
 * succeed.
 */
function createTeamChanges(connection: Connection, model: Model<StoredAdministrator>) {
  const schema = new Schema<{ _id: number; changes: number }>(
    { _id: Number, changes: Number },
    { collection: 'teams', versionKey: false },
  );
  const teams = connection.model('Team', schema);
  const changeTeam = <T>(companyId: number, change: (session: ClientSession) => Promise<T>): Promise<T> =>
    inTransaction(connection, async (session) => {
      await teams.updateOne({ _id: companyId }, { $inc: { changes: 1 } }, { upsert: true, session });
      return change(session);
    });
  const countOtherOwners = (companyId: number, id: number, session: ClientSession) =>
    model.countDocuments(
      { companyId, role: trusted({ $in: ['owner', null] }), _id: trusted({ $ne: id }) },
      { session },
    );
  /** Changes an administrator of the company, unless the company would have no owner left. */
  const changeMember = (
    companyId: number,
    id: number,
    staysOwner: boolean,
    change: (before: Administrator, session: ClientSession) => Promise<unknown>,
  ): Promise<TeamChange> =>
    changeTeam(companyId, async (session) => {
      const document = await model.findOne({ _id: id, companyId }).session(session).lean();
      if (!document) return 'notFound';
      if (!staysOwner && (await countOtherOwners(companyId, id, session)) === 0) return 'lastOwner';
      await change(administratorOf(document), session);
      return 'done';
    });
  return { changeTeam, changeMember };
}

function administratorSchema(): Schema<StoredAdministrator> {
  const schema = new Schema<StoredAdministrator>(
    {
      _id: Number,
      companyId: Number,
      email: String,
      emailKey: String,
      passwordHash: String,
      role: String,
      createdAt: Date,
    },
    { collection: 'administrators', versionKey: false },
  );
  schema.index({ emailKey: 1 }, { unique: true });
  schema.index({ companyId: 1, _id: 1 });
  return schema;
}

function administratorOf(stored: StoredAdministrator): Administrator {
  const { _id, companyId, email, role = 'owner', createdAt, passwordHash } = stored;
  return { id: _id, companyId, email, role, createdAt, passwordVersion: passwordVersion(passwordHash) };
}

function rejectTakenEmail(error: unknown): never {
  if (!isDuplicateKey(error)) throw error;
  throw new VitaeError('ALREADY_EXISTS', 'email_taken', 'Another administrator has this email address.', {
    cause: error,
  });
}
