import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '@vitae/kit/clock';
import { createSequence } from '@vitae/kit/sequence';
import { type Connection, Schema, trusted } from 'mongoose';
import type { Role } from '../administrators/administrator-roles.ts';
import {
  type Invitation,
  LinkAlreadyUsed,
  type LinkOf,
  type LinkPurpose,
  linkExpiry,
  type OneTimeLink,
  type OneTimeLinks,
  type OwnerLinkPurpose,
} from './one-time-links.ts';

type StoredLink = {
  _id: number;
  digest: string;
  purpose: LinkPurpose['purpose'];
  companyId: number;
  email: string;
  administratorId?: number;
  userId?: number;
  former?: string;
  path?: string;
  role?: Role;
  invitedBy?: string;
  createdAt: Date;
  expiresAt: Date;
};

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export function createOneTimeLinks(connection: Connection, clock: Clock): OneTimeLinks {
  const model = connection.model<StoredLink>('OneTimeLink', linkSchema());
  const ids = createSequence(connection, 'oneTimeLink');
  const live = <P extends LinkPurpose['purpose']>(purpose: P) => ({
    purpose,
    expiresAt: trusted({ $gt: new Date(clock.now()) }),
  });
  const byToken = <P extends LinkPurpose['purpose']>(purpose: P, token: string) =>
    TOKEN.test(token) ? { ...live(purpose), digest: digestOf(token) } : undefined;
  return {
    create: async (link, session) => {
      const token = randomBytes(32).toString('base64url');
      const { purpose, companyId, email } = link;
      const earlier = 'userId' in link ? { userId: link.userId, purpose } : { purpose, companyId, email };
      await model.deleteMany(earlier, { session });
      const createdAt = new Date(clock.now());
      const expiresAt = linkExpiry(purpose, clock);
      const stored = { ...link, _id: await ids.next(), digest: digestOf(token), createdAt, expiresAt };
      await model.create([stored], { session });
      return token;
    },
    find: async (purpose, token) => {
      const query = byToken(purpose, token);
      return linkOf(query && (await model.findOne(query).lean()));
    },
    consume: async (purpose, token, session) => {
      const query = byToken(purpose, token);
      const { deletedCount } = query ? await model.deleteOne(query, { session }) : { deletedCount: 0 };
      if (deletedCount === 0) throw new LinkAlreadyUsed();
    },
    invitations: async (companyId) => {
      const links = await model
        .find({ companyId, ...live('invitation') })
        .sort({ _id: -1 })
        .lean();
      return links.map((one) => linkOf<Invitation>(one) as Invitation);
    },
    withdraw: async (companyId, id, session) =>
      linkOf(await model.findOneAndDelete({ _id: id, companyId, purpose: 'invitation' }, { session }).lean()),
    findOfOwner: async <P extends LinkPurpose['purpose']>(purpose: P, userId: number) =>
      linkOf<LinkOf<P>>(await model.findOne({ userId, ...live(purpose) }).lean()),
    findOfOwners: async <P extends OwnerLinkPurpose>(purpose: P, userIds: readonly number[]) => {
      const links = await model.find({ userId: trusted({ $in: [...userIds] }), ...live(purpose) }).lean();
      return links.map((one) => linkOf<LinkOf<P>>(one) as LinkOf<P>);
    },
    withdrawOfOwner: async (purpose, userId, session) => {
      const { deletedCount } = await model.deleteOne({ userId, ...live(purpose) }, { session });
      return deletedCount > 0;
    },
    removeAllOfOwner: async (userId, session) => {
      await model.deleteMany({ userId }, session && { session });
    },
  };
}

function linkSchema(): Schema<StoredLink> {
  const schema = new Schema<StoredLink>(
    {
      _id: Number,
      digest: String,
      purpose: String,
      companyId: Number,
      email: String,
      administratorId: Number,
      userId: Number,
      former: String,
      path: String,
      role: String,
      invitedBy: String,
      createdAt: Date,
      expiresAt: Date,
    },
    { collection: 'oneTimeLinks', versionKey: false },
  );
  schema.index({ digest: 1 }, { unique: true });
  schema.index({ companyId: 1, purpose: 1, email: 1 });
  // Concurrent transactions that create links of the same kind conflict, and the second replaces the link of the first.
  schema.index({ userId: 1, purpose: 1 }, { unique: true, partialFilterExpression: { userId: { $exists: true } } });
  schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
  return schema;
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

function linkOf<L extends OneTimeLink>(stored: StoredLink | null | undefined): L | undefined {
  if (!stored) return undefined;
  const { _id, digest: _digest, ...link } = stored;
  return { ...link, id: _id } as unknown as L;
}
