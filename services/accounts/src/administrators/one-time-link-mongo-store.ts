import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '@vitae/kit/clock';
import { createSequence } from '@vitae/kit/sequence';
import { type Connection, Schema, trusted } from 'mongoose';
import type { Role } from './administrator-roles.ts';
import {
  type Invitation,
  LINK_MINUTES,
  LinkAlreadyUsed,
  type LinkPurpose,
  type OneTimeLink,
  type OneTimeLinks,
} from './one-time-links.ts';

type StoredLink = {
  _id: number;
  digest: string;
  purpose: LinkPurpose['purpose'];
  companyId: number;
  email: string;
  administratorId?: number;
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
      await model.deleteMany({ purpose, companyId, email }, { session });
      const createdAt = new Date(clock.now());
      const expiresAt = new Date(clock.now() + LINK_MINUTES[purpose] * 60_000);
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
      role: String,
      invitedBy: String,
      createdAt: Date,
      expiresAt: Date,
    },
    { collection: 'oneTimeLinks', versionKey: false },
  );
  schema.index({ digest: 1 }, { unique: true });
  schema.index({ companyId: 1, purpose: 1, email: 1 });
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
