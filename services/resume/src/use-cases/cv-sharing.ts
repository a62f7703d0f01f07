import type { Caller } from '@vitae/kit/caller';
import { VitaeError } from '@vitae/kit/errors';
import { slugOf } from '@vitae/kit/slug';
import { invalidFields } from '@vitae/kit/validate';
import type { LinkPreviewChoice } from '@vitae/proto/export-source';
import type { CvLink, PublicDocument, StoredCv } from '../model.ts';
import { findCv } from './access.ts';
import type { ResumeDeps } from './deps.ts';
import { userNotFound } from './errors.ts';
import { saveCv } from './save-cv.ts';

/** Private links that a CV can have beside the permanent one, including expired ones. */
export const MAX_LINKS = 20;
const DAY_MS = 86_400_000;

export function isExpired({ expiresAt }: CvLink, now: number): boolean {
  return expiresAt !== null && expiresAt.getTime() <= now;
}

/** Returns a CV with its links and the former slugs of its owner. Links of others can be neither listed nor revoked. */
export function getCvSharing({ store }: ResumeDeps) {
  return async (caller: Caller, id: number): Promise<{ cv: StoredCv; formerUserSlugs: string[] }> => {
    const cv = await findCv(store, caller, id);
    const owner = await store.users.find({ companyId: cv.companyId, id: cv.userId });
    return { cv, formerUserSlugs: owner?.formerSlugs ?? [] };
  };
}

/** `days` is 0 for a link without expiry. */
export type AddLinkCommand = { id: number; name: string; days: number };

/**
 * Adds a private link with a name. Of concurrent additions, one is retried and counts the links again.
 * @throws {VitaeError} FAILED_PRECONDITION too_many_links
 */
export function addCvLink({ store, clock, newToken }: ResumeDeps) {
  return (caller: Caller, { id, name, days }: AddLinkCommand): Promise<CvLink> =>
    store.transaction(async (tx) => {
      const cv = await findCv(tx, caller, id);
      if (cv.links.length >= MAX_LINKS)
        throw new VitaeError('FAILED_PRECONDITION', 'too_many_links', `A CV has at most ${MAX_LINKS} links.`);
      const now = clock.now();
      const expiresAt = days === 0 ? null : new Date(now + days * DAY_MS);
      const link: CvLink = { token: newToken(), name, createdAt: new Date(now), expiresAt };
      await tx.cvs.addLink(cv, link);
      return link;
    });
}

/** Revokes a link. Other tokens, including the permanent one, are ignored. */
export function revokeCvLink({ store }: ResumeDeps) {
  return (caller: Caller, id: number, token: string): Promise<StoredCv> =>
    store.transaction(async (tx) => {
      await tx.cvs.removeLink(await findCv(tx, caller, id), token);
      return findCv(tx, caller, id);
    });
}

/** Replaces the permanent private link. The former one, and the addresses of files below it, no longer exist. */
export function replacePrivateLink(deps: ResumeDeps) {
  return (caller: Caller, id: number): Promise<PublicDocument> =>
    deps.store.transaction(async (tx) => saveCv(deps, tx, await findCv(tx, caller, id), { token: deps.newToken() }));
}

/**
 * Changes the last part of the public address. The former address no longer leads to the CV.
 * @throws {VitaeError} INVALID_ARGUMENT if the text has no letter or digit, ALREADY_EXISTS slug_taken
 */
export function setCvSlug(deps: ResumeDeps) {
  return (caller: Caller, id: number, text: string): Promise<PublicDocument> => {
    const slug = slugOf(text);
    if (slug === '') throw invalidFields([{ field: 'slug', message: 'must contain a letter from a to z or a digit' }]);
    return deps.store.transaction(async (tx) => {
      const cv = await findCv(tx, caller, id);
      await conflictWithNewAddresses(tx.users, cv, new Date(deps.clock.now()));
      if (slug !== cv.slug && (await tx.cvs.findTakenSlugs(cv, [slug])).has(slug))
        throw new VitaeError('ALREADY_EXISTS', 'slug_taken', 'Another CV of the user has this address.');
      return saveCv(deps, tx, cv, { slug });
    });
  };
}

/**
 * Sets whether link previews show the owner's name and photo. The CV gets a new revision, so that its preview picture is
 * rendered again.
 */
export function setCvLinkPreview(deps: ResumeDeps) {
  return (caller: Caller, id: number, linkPreview: LinkPreviewChoice): Promise<PublicDocument> =>
    deps.store.transaction(async (tx) => saveCv(deps, tx, await findCv(tx, caller, id), { linkPreview }));
}

/**
 * Writes the user with no other change than its time, because no index makes the slugs of an owner unique: transactions that create or
 * restore CVs, or change their slugs, write the user too, so one of them is repeated.
 */
async function conflictWithNewAddresses(users: ResumeDeps['store']['users'], cv: StoredCv, at: Date): Promise<void> {
  const owner = { companyId: cv.companyId, id: cv.userId };
  for (const change of [1, -1] as const)
    if ((await users.addToCvCount(owner, change, at)) === undefined) throw userNotFound();
}
