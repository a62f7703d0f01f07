import type { ClientSession, Model, mongo } from 'mongoose';
import type { UniqueUserFields } from '../store.ts';
import type { NameDocument } from './documents.ts';

/**
 * Values that only one user or CV may have (username, email, slug, `id_origin`, token), each with its owner. The collection
 * is called `names`. All changes are part of a transaction.
 */
export type UniqueValues = {
  find(value: string): Promise<NameDocument | undefined>;
  findAll(values: readonly string[]): Promise<NameDocument[]>;
  /** Fails with a write conflict or a duplicate key if another document has one of the values. */
  claim(owner: ValueOwner, values: readonly string[]): Promise<void>;
  release(values: readonly string[]): Promise<void>;
  /** Releases the values that belong to the owner. */
  releaseOwn(owner: ValueOwner, values: readonly string[]): Promise<void>;
  /** Releases and claims the values that differ. */
  replace(owner: ValueOwner, before: readonly string[], after: readonly string[]): Promise<void>;
};

/** The company, and the id of the user or CV. */
export type ValueOwner = Omit<NameDocument, '_id'>;

export function createMongoUniqueValues(
  { names: model }: { names: Model<NameDocument> },
  session: ClientSession | null,
): UniqueValues {
  const names = model.collection as unknown as mongo.Collection<NameDocument>;
  const inSession = session ? { session } : {};
  const claim: UniqueValues['claim'] = async ({ companyId, id }, claimed) => {
    if (claimed.length === 0) return;
    await names.insertMany(
      claimed.map((_id) => ({ _id, companyId, id })),
      inSession,
    );
  };
  const release: UniqueValues['release'] = async (released) => {
    if (released.length > 0) await names.deleteMany({ _id: { $in: [...released] } }, inSession);
  };
  return {
    find: async (value) => (await names.findOne({ _id: value }, inSession)) ?? undefined,
    findAll: (wanted) => names.find({ _id: { $in: [...wanted] } }, inSession).toArray(),
    claim,
    release,
    releaseOwn: async ({ companyId, id }, released) => {
      await names.deleteMany({ _id: { $in: [...released] }, companyId, id }, inSession);
    },
    replace: async (owner, before, after) => {
      await release(before.filter((value) => !after.includes(value)));
      await claim(
        owner,
        after.filter((value) => !before.includes(value)),
      );
    },
  };
}

/** The unique values of a user. Only the slug is unique across companies, because it is part of public addresses. */
export function userValues({ companyId, username, slug, email, idOrigin }: Omit<UniqueUserFields, 'id'>) {
  return {
    ...(username !== undefined && { username: usernameValue(companyId, keyOf(username)) }),
    ...(slug !== undefined && { slug: slugValue(slug) }),
    ...(email !== undefined && { email: `email:${companyId}:${keyOf(email)}` }),
    ...(idOrigin != null && { idOrigin: `idOrigin:${companyId}:${idOrigin}` }),
  };
}

/** Returns all values of a stored user that no other user can have. */
export function claimsOf(user: StoredClaims): string[] {
  return [...claimsUntilDeletion(user), ...claimsUntilErasure(user)];
}

/** Returns the values that others can have as soon as the user is deleted. */
export function claimsUntilDeletion({ slug, ...user }: StoredClaims): string[] {
  return Object.values(userValues(user));
}

/** Returns the values that stay reserved, because links that a deleted user shared must not open CVs of another user. */
export function claimsUntilErasure({ slug, formerSlugs = [] }: StoredSlugs): string[] {
  return [slug, ...formerSlugs].map(slugValue);
}

type StoredSlugs = { slug: string; formerSlugs?: readonly string[] | undefined };
type StoredClaims = Omit<UniqueUserFields, 'id' | 'slug'> & StoredSlugs;

/** The prefix differs from that of earlier usernames without a company, which are upgraded (upgrade-names.ts). */
export const usernameValue = (companyId: number, key: string) => `user:${companyId}:${key}`;
export const slugValue = (slug: string) => `slug:${slug}`;
export const tokenValue = (token: string) => `token:${token}`;

/** Usernames and email addresses are compared without case. */
function keyOf(value: string): string {
  return value.normalize('NFC').toLowerCase();
}

/** The tokens of all private links of a CV. */
export function tokensOf({ token, links = [] }: { token: string; links?: readonly { token: string }[] }): string[] {
  return [token, ...links.map((link) => link.token)];
}
