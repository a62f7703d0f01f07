import type { Caller } from '@vitae/kit/caller';
import type { CvRow } from '../cv/list-item.ts';
import { dateTime } from '../cv/public-json.ts';
import { cvUrl } from '../cv/urls.ts';
import type { PublicDocument } from '../model.ts';
import { findUser, type UserSelector } from './access.ts';
import type { ResumeDeps } from './deps.ts';

/** The profile lists at most this many CVs. */
const MAX_CVS = 1_000;

/**
 * Reads the profile of an OAuth token's owner with the CVs that the application may access. `updated` is the latest change
 * of the user or any CV, in milliseconds since 1970.
 */
export function getUserProfile({ store, siteUrl }: ResumeDeps) {
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
      updatedAt: dateTime(latest([user, ...granted])),
      premium: false,
      email,
      avatars: avatarsOf(await publicPhotoUrl({ store, siteUrl }, granted)),
      resumes: { resume: granted.map((cv) => profileItemOf(siteUrl, cv)) },
    };
    return { id, revision, json: JSON.stringify({ user: profile }), updated: latest([user, ...cvs]).getTime() };
  };
}

function latest(changed: readonly { updatedAt: Date }[]): Date {
  return new Date(Math.max(...changed.map(({ updatedAt }) => updatedAt.getTime())));
}

function profileItemOf(siteUrl: string, cv: CvRow) {
  const { id, title, main, culture, completion, published, indexed } = cv;
  const url = cvUrl(siteUrl, cv);
  return {
    id,
    title,
    main,
    culture,
    completion,
    published,
    indexed,
    protected: cv.protected,
    updatedAt: dateTime(cv.updatedAt),
    url,
  };
}

/** One picture serves all sizes. */
function avatarsOf(url: string | null) {
  return { small: url, normal: url, big: url };
}

/** The photo of the main CV. Null if not every visitor can see it: a private link would reveal the CV too. */
async function publicPhotoUrl(
  { store, siteUrl }: Pick<ResumeDeps, 'store' | 'siteUrl'>,
  cvs: readonly CvRow[],
): Promise<string | null> {
  const main = cvs.find((cv) => cv.main && cv.published && !cv.protected && !cv.anonymized);
  const photo = main && (await store.cvs.find(main.companyId, main.id))?.photo;
  return main && photo ? `${cvUrl(siteUrl, main)}/photo.jpg` : null;
}
