import type { Caller } from '@vitae/kit/caller';
import { VitaeError } from '@vitae/kit/errors';
import { slugOf } from '@vitae/kit/slug';
import { invalidFields } from '@vitae/kit/validate';
import type { PublicDocument } from '../model.ts';
import type { ResumeStore } from '../store.ts';
import { findUser, type UserSelector } from './access.ts';
import type { ResumeDeps } from './deps.ts';
import { saveUser } from './save-user.ts';
import { documentOfUser } from './user-document.ts';

/** Users cannot choose shorter slugs. Those remain for users whose usernames are that short. */
export const MIN_LENGTH = 3;
/** Former slugs stay reserved for their user, so their number is limited. */
export const MAX_FORMER_SLUGS = 10;

/** Words that visitors could take for a page of the site or its operator. */
const RESERVED: ReadonlySet<string> = new Set(
  `about abuse account accounts admin administrator api app assets auth billing blog contact docs email help home
  imprint info legal login logout mail news null oauth official operator postmaster press privacy public root
  security settings sign-in sign-out sign-up signin signup status support system team terms undefined user users
  vitae webmaster www`.split(/\s+/),
);

/**
 * Changes the slug of a user in the public addresses of all CVs. The former slug stays reserved, so the former
 * addresses still lead to the CVs, and the user can change back.
 * @throws {VitaeError} INVALID_ARGUMENT invalid_argument if too few letters and digits remain, or slug_reserved
 * @throws {VitaeError} ALREADY_EXISTS slug_taken if another user has or had the slug
 * @throws {VitaeError} FAILED_PRECONDITION too_many_addresses
 */
export function setUserSlug(deps: ResumeDeps) {
  return (caller: Caller, selector: UserSelector, text: string): Promise<PublicDocument> => {
    const slug = slugOf(text);
    return deps.store.transaction(async (tx) => {
      const user = await findUser(tx, caller, selector);
      if (slug === user.slug) return documentOfUser(user);
      // A former slug may be short or reserved: it may come from a username.
      if (!user.formerSlugs.includes(slug)) await requireAvailable(tx, slug);
      const formerSlugs = [...user.formerSlugs.filter((former) => former !== slug), user.slug];
      if (formerSlugs.length > MAX_FORMER_SLUGS)
        throw new VitaeError('FAILED_PRECONDITION', 'too_many_addresses', 'The address was changed too often.');
      // Creations and restores of CVs write the user too, so they conflict with this transaction.
      const updated = await saveUser(deps, tx, user, { slug, formerSlugs });
      await tx.cvs.setUserSlug({ companyId: user.companyId, userId: user.id }, slug);
      return documentOfUser(updated);
    });
  };
}

/** Makes a former slug available to others. Returns false if it is not a former slug of the user. */
export function releaseUserSlug(deps: ResumeDeps) {
  return (caller: Caller, selector: UserSelector, slug: string): Promise<boolean> =>
    deps.store.transaction(async (tx) => {
      const user = await findUser(tx, caller, selector);
      if (!user.formerSlugs.includes(slug)) return false;
      const formerSlugs = user.formerSlugs.filter((former) => former !== slug);
      await saveUser(deps, tx, user, { formerSlugs });
      return true;
    });
}

export function getUserSlugs({ store }: ResumeDeps) {
  return async (caller: Caller, selector: UserSelector): Promise<{ slug: string; formerSlugs: string[] }> => {
    const { slug, formerSlugs } = await findUser(store, caller, selector);
    return { slug, formerSlugs };
  };
}

async function requireAvailable(store: ResumeStore, slug: string): Promise<void> {
  if (slug.replaceAll('-', '').length < MIN_LENGTH)
    throw invalidFields([
      { field: 'slug', message: `must contain at least ${MIN_LENGTH} letters from a to z or digits` },
    ]);
  if (RESERVED.has(slug)) throw new VitaeError('INVALID_ARGUMENT', 'slug_reserved', 'This address is reserved.');
  if ((await store.users.findTakenSlugs([slug])).has(slug))
    throw new VitaeError('ALREADY_EXISTS', 'slug_taken', 'Another user has this address.');
}
