import type { ClientSession, Model, mongo } from 'mongoose';
import type { UniqueUserFields } from '../store.ts';
import type { NameDocument } from './documents.ts';

/** The values of users and CVs that at most one of them has, and who has them. All changes are part of a transaction. */
export type Names = {
  find(name: string): Promise<NameDocument | undefined>;
  findAll(names: readonly string[]): Promise<NameDocument[]>;
  /** Fails with a write conflict or a duplicate key if another document has one of the names. */
  claim(owner: NameOwner, names: readonly string[]): Promise<void>;
  release(names: readonly string[]): Promise<void>;
  /** Releases and claims the names that differ. */
  replace(owner: NameOwner, before: readonly string[], after: readonly string[]): Promise<void>;
};

/** The company, and the id of the user or CV. */
export type NameOwner = Omit<NameDocument, '_id'>;

export function createMongoNames(
  { names: model }: { names: Model<NameDocument> },
  session: ClientSession | null,
): Names {
  const names = model.collection as unknown as mongo.Collection<NameDocument>;
  const inSession = session ? { session } : {};
  const claim: Names['claim'] = async ({ companyId, id }, claimed) => {
    if (claimed.length === 0) return;
    await names.insertMany(
      claimed.map((_id) => ({ _id, companyId, id })),
      inSession,
    );
  };
  const release: Names['release'] = async (released) => {
    if (released.length > 0) await names.deleteMany({ _id: { $in: [...released] } }, inSession);
  };
  return {
    find: async (name) => (await names.findOne({ _id: name }, inSession)) ?? undefined,
    findAll: (wanted) => names.find({ _id: { $in: [...wanted] } }, inSession).toArray(),
    claim,
    release,
    replace: async (owner, before, after) => {
      await release(before.filter((name) => !after.includes(name)));
      await claim(
        owner,
        after.filter((name) => !before.includes(name)),
      );
    },
  };
}

/** The names of a user. Email addresses and `id_origin` are unique only in a company. */
export function userNames({ companyId, username, slug, email, idOrigin }: Omit<UniqueUserFields, 'id'>) {
  return {
    ...(username !== undefined && { username: `username:${keyOf(username)}` }),
    ...(slug !== undefined && { slug: slugName(slug) }),
    ...(email !== undefined && { email: `email:${companyId}:${keyOf(email)}` }),
    ...(idOrigin != null && { idOrigin: `idOrigin:${companyId}:${idOrigin}` }),
  };
}

export const slugName = (slug: string) => `slug:${slug}`;
export const tokenName = (token: string) => `token:${token}`;

/** Usernames and email addresses are compared without case. */
function keyOf(value: string): string {
  return value.normalize('NFC').toLowerCase();
}
