import { invalidFields } from '@vitae/kit/validate';
import type { CvContent } from '../cv/content.ts';
import type { StoredCv } from '../model.ts';
import { logoPath, pictureFileName, pictureNameOf } from '../pictures/picture-path.ts';
import type { ResumeStore } from '../store.ts';
import type { ResumeDeps } from './deps.ts';

type Cv = Pick<StoredCv, 'id' | 'companyId' | 'userId'>;

/**
 * Copies the logos in new content that belong to another CV of the same owner, so that a CV can be
 * created from another one. Logos of the CV itself stay.
 * @param previous the content before a change of the CV
 * @throws {VitaeError} INVALID_ARGUMENT for logos of other owners
 */
export async function copyLogos(
  { newToken, clock }: Pick<ResumeDeps, 'newToken' | 'clock'>,
  { pictures }: Pick<ResumeStore, 'pictures'>,
  { id: cvId, companyId, userId }: Cv,
  content: CvContent,
  previous?: CvContent,
): Promise<CvContent> {
  const ownLogos = new Set(previous?.experiences.experience.map(({ logo }) => logo));
  const problems: { field: string; message: string }[] = [];
  const resolveLogo = async (logo: string | null, index: number): Promise<string | null> => {
    const name = pictureNameOf(logo);
    if (name === undefined || ownLogos.has(logo)) return logo;
    const picture = await pictures.read(name);
    if (picture?.kind !== 'logo' || picture.companyId !== companyId || picture.userId !== userId) {
      problems.push({ field: `experiences.experience.${index}.logo`, message: 'is not a logo of this user' });
      return logo;
    }
    const copy = { ...picture, name: pictureFileName(newToken(), picture.contentType), cvId };
    await pictures.insert(copy, new Date(clock.now()));
    return logoPath(copy.name);
  };
  const experience: CvContent['experiences']['experience'] = [];
  // Sequentially, because a transaction runs one operation at a time.
  for (const [index, item] of content.experiences.experience.entries())
    experience.push({ ...item, logo: await resolveLogo(item.logo, index) });
  if (problems.length > 0) throw invalidFields(problems);
  return { ...content, experiences: { experience } };
}
