import { invalid } from '@vitae/kit/errors';
import { invalidFields } from '@vitae/kit/validate';
import type { CvContent } from '../cv/content.ts';
import { shownPaths } from '../json-resume/logos.ts';
import type { StoredCv } from '../model.ts';
import { logoPath, pictureFileName, pictureNameOf } from '../pictures/picture-path.ts';
import { picturesOf } from '../pictures/pictures-of.ts';
import type { PictureWithContent, ResumeStore } from '../store.ts';
import type { ResumeDeps } from './deps.ts';

type Cv = Pick<StoredCv, 'id' | 'companyId' | 'userId'>;
type Copying = Pick<ResumeDeps, 'newToken' | 'clock'>;

/** Limits the work of a transaction. */
const MAX_COPIES = 200;

/** Why a picture of another owner, or one that was deleted, is not copied. */
export const NOT_OWN = 'is not a picture of this user';
/** `field` of new content that has the path of a picture which is not copied. */
export type ForeignPicture = { field: string; path: string };

/**
 * Copies the logos and portfolio pictures in new content that belong to another CV of the same owner, so that
 * a CV can be created from another one. Pictures of the CV itself stay.
 * @param previous the content before a change of the CV
 * @param fromVersions whether the new content can have pictures that only earlier versions of the CV have
 * @throws {VitaeError} INVALID_ARGUMENT for pictures of other owners
 */
export async function copyLogos(...parameters: Parameters<typeof copyOwnLogos>): Promise<CvContent> {
  const { content, foreign } = await copyOwnLogos(...parameters);
  if (foreign.length > 0) throw invalidFields(foreign.map(({ field }) => ({ field, message: NOT_OWN })));
  return content;
}

/**
 * Copies the same pictures, but omits those of other owners. Imported documents may come from
 * another owner or installation, or name pictures that were deleted. A picture that the content names several times is
 * copied once. Pictures that only earlier versions of another CV have are not copied.
 * @throws {VitaeError} INVALID_ARGUMENT for too many pictures
 */
export async function copyOwnLogos(
  deps: Copying,
  store: Pick<ResumeStore, 'cvs' | 'deleted' | 'pictures'>,
  cv: Cv,
  content: CvContent,
  previous?: CvContent,
  fromVersions = false,
): Promise<{ content: CvContent; foreign: ForeignPicture[] }> {
  const ownPaths: ReadonlySet<string | null> = previous ? shownPaths(previous) : new Set();
  const foreign: ForeignPicture[] = [];
  const copies = new Map<string | null, string>();
  const shownBy = new Map<number, string[]>();
  const isShown = async ({ name, companyId, cvId }: PictureWithContent): Promise<boolean> => {
    const known = shownBy.get(cvId);
    if (known) return known.includes(name);
    const key = { companyId, id: cvId };
    const source = (await store.cvs.find(companyId, cvId)) ?? (await store.deleted.findCv(key));
    const shown = source ? picturesOf(source) : [];
    shownBy.set(cvId, shown);
    return shown.includes(name);
  };
  const resolve = async <P extends string | null>(path: P, none: P, field: string): Promise<P | string> => {
    const name = pictureNameOf(path);
    if (name === undefined || ownPaths.has(path)) return path;
    const earlier = copies.get(path);
    if (earlier !== undefined) return earlier;
    const picture = await store.pictures.read(name);
    const isOwn = picture?.kind === 'logo' && picture.companyId === cv.companyId && picture.userId === cv.userId;
    if (isOwn && fromVersions && picture.cvId === cv.id) return path;
    if (!isOwn || !(await isShown(picture))) {
      foreign.push({ field, path: String(path) });
      return none;
    }
    if (copies.size === MAX_COPIES) throw invalid(`A request can copy at most ${MAX_COPIES} pictures of other CVs.`);
    const copy = logoPath(await copyPicture(deps, store, picture, cv.id));
    copies.set(path, copy);
    return copy;
  };
  const experience: CvContent['experiences']['experience'] = [];
  // Sequentially, because a transaction runs one operation at a time.
  for (const [index, item] of content.experiences.experience.entries())
    experience.push({ ...item, logo: await resolve(item.logo, null, `experiences.experience.${index}.logo`) });
  const portfolio: CvContent['portfolios']['portfolio'] = [];
  for (const [index, item] of content.portfolios.portfolio.entries())
    portfolio.push({ ...item, path: await resolve(item.path, '', `portfolios.portfolio.${index}.path`) });
  return { content: { ...content, experiences: { experience }, portfolios: { portfolio } }, foreign };
}

/** Stores a picture for another CV of its owner and returns the name of the copy. */
export async function copyPicture(
  { newToken, clock }: Copying,
  { pictures }: Pick<ResumeStore, 'pictures'>,
  picture: PictureWithContent,
  cvId: number,
): Promise<string> {
  const name = pictureFileName(newToken(), picture.contentType);
  await pictures.insert({ ...picture, name, cvId }, new Date(clock.now()));
  return name;
}
