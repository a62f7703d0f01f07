import type { Caller } from '@vitae/kit/caller';
import { dateTime } from '../cv/dates.ts';
import type { ResumeDeps } from './deps.ts';
import type { PublicDocument } from './create-user.ts';
import { findUser, type UserName } from './find-user.ts';

/** What an OAuth client reads first: who the token is of, and the CVs to go on with. */
export function getUserProfile({ store }: ResumeDeps) {
  return async (caller: Caller, name: UserName): Promise<PublicDocument & { updated: number }> => {
    const found = await findUser(store, caller, name);
    const { id, lastname, firstname, slug, createdAt, email, revision } = found;
    const cvs = await store.lists.ofUser(id);
    const resume = cvs.map((cv) => ({ id: cv.id, title: cv.title, main: cv.main, culture: cv.culture }));
    const user = {
      id,
      lastname,
      firstname,
      slug,
      registeredAt: dateTime(createdAt),
      premium: false,
      email,
      resumes: { resume },
    };
    const updated = Math.max(...[found, ...cvs].map(({ updatedAt }) => updatedAt.getTime()));
    return { id, revision, json: JSON.stringify({ user }), updated };
  };
}
