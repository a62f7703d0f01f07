import type { Caller } from '@vitae/kit/caller';
import { dateTime } from '../cv/public-json.ts';
import type { PublicDocument } from '../model.ts';
import { findUser, type UserSelector } from './access.ts';
import type { ResumeDeps } from './deps.ts';

/** The profile lists at most this many CVs. */
const MAX_CVS = 1_000;

/**
 * Reads the profile of an OAuth token's owner with the ids and titles of the CVs. `updated` is the
 * latest change of the user or a CV, in milliseconds since 1970.
 */
export function getUserProfile({ store }: ResumeDeps) {
  return async (caller: Caller, ref: UserSelector): Promise<PublicDocument & { updated: number }> => {
    const user = await findUser(store, caller, ref);
    const { id, lastname, firstname, slug, createdAt, email, revision } = user;
    const cvs = await store.lists.ofUser(user.companyId, id, { skip: 0 }, MAX_CVS);
    const { cvIds } = caller;
    const granted = cvIds ? cvs.filter((cv) => cvIds.includes(cv.id)) : cvs;
    const profile = {
      id,
      lastname,
      firstname,
      slug,
      registeredAt: dateTime(createdAt),
      premium: false,
      email,
      resumes: { resume: granted.map((cv) => ({ id: cv.id, title: cv.title, main: cv.main, culture: cv.culture })) },
    };
    const updated = Math.max(...[user, ...cvs].map(({ updatedAt }) => updatedAt.getTime()));
    return { id, revision, json: JSON.stringify({ user: profile }), updated };
  };
}
