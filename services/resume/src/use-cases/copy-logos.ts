import { invalidFields } from '@vitae/kit/validate';
import type { CvContent } from '../cv/content.ts';
import type { StoredCv } from '../model.ts';
import { logoPath, pictureFileName, pictureNameOf } from '../pictures/picture-path.ts';
import type { ResumeStore } from '../store.ts';
import type { ResumeDeps } from './deps.ts';

type Cv = Pick<StoredCv, 'id' | 'companyId' | 'userId'>;

/**
 * Copies the logos and portfolio pictures in new content that belong to another CV of the same owner, so that
 * a CV can be created from another one. Pictures of the CV itself stay.
 * @param previous the content before a change of the CV
 * @throws {VitaeError} INVALID_ARGUMENT for pictures of other owners
 */
export async function copyLogos(...parameters: Parameters<typeof copyOwnLogos>): Promise<CvContent> {
  const { content, foreign } = await copyOwnLogos(...parameters);
  if (foreign.length > 0)
    throw invalidFields(foreign.map((field) => ({ field, message: 'is not a picture of this user' })));
  return content;
}

/**
 * Copies the same pictures, but omits those of other owners. `foreign` has their fields. Imported documents may come from
 * another owner or installation, or name pictures that were deleted.
 */
export async function copyOwnLogos(
  { newToken, clock }: Pick<ResumeDeps, 'newToken' | 'clock'>,
  { pictures }: Pick<ResumeStore, 'pictures'>,
  { id: cvId, companyId, userId }: Cv,
  content: CvContent,
  previous?: CvContent,
): Promise<{ content: CvContent; foreign: string[] }> {
  const ownPaths = new Set(
    previous
      ? [
          ...previous.experiences.experience.map(({ logo }) => logo),
          ...previous.portfolios.portfolio.map(({ path }) => path),
        ]
      : [],
  );
  const foreign: string[] = [];
  const resolve = async <P extends string | null>(path: P, none: P, field: string): Promise<P | string> => {
    const name = pictureNameOf(path);
    if (name === undefined || ownPaths.has(path)) return path;
    const picture = await pictures.read(name);
    if (picture?.kind !== 'logo' || picture.companyId !== companyId || picture.userId !== userId) {
      foreign.push(field);
      return none;
    }
    const copy = { ...picture, name: pictureFileName(newToken(), picture.contentType), cvId };
    await pictures.insert(copy, new Date(clock.now()));
    return logoPath(copy.name);
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
