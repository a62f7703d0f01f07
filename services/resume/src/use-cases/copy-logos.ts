import { invalidFields } from '@vitae/kit/validate';
import type { CvContent } from '../cv/content.ts';
import type { StoredCv } from '../model.ts';
import { logoPath, pictureFileName, pictureNameOf } from '../cv/stored-picture.ts';
import type { ResumeDeps } from './deps.ts';
import type { ResumeStore } from '../store.ts';

type Cv = Pick<StoredCv, 'id' | 'companyId' | 'userId'>;

/**
 * Logos that came as paths with a CV's new content. One of this CV stays; one of another CV of the
 * same owner is copied, so that a CV may be made from another; any other is a mistake that is named.
 */
export async function adoptLogos(
  { newToken, clock }: Pick<ResumeDeps, 'newToken' | 'clock'>,
  { pictures }: Pick<ResumeStore, 'pictures'>,
  { id: cvId, companyId, userId }: Cv,
  content: CvContent,
  before?: CvContent,
): Promise<CvContent> {
  const mine = new Set(before?.experiences.experience.map(({ logo }) => logo));
  const problems: { field: string; message: string }[] = [];
  const adopted = async (logo: string | null, index: number): Promise<string | null> => {
    const name = pictureNameOf(logo);
    if (name === undefined || mine.has(logo)) return logo;
    const found = await pictures.read(name);
    if (found?.kind !== 'logo' || found.companyId !== companyId || found.userId !== userId) {
      problems.push({ field: `experiences.experience.${index}.logo`, message: 'is not a logo of this CV' });
      return logo;
    }
    const copy = { ...found, name: pictureFileName(newToken(), found.contentType), cvId };
    await pictures.insert(copy, new Date(clock.now()));
    return logoPath(copy.name);
  };
  const experience: CvContent['experiences']['experience'] = [];
  // One after the other: a transaction takes one operation at a time.
  for (const [index, one] of content.experiences.experience.entries())
    experience.push({ ...one, logo: await adopted(one.logo, index) });
  if (problems.length > 0) throw invalidFields(problems);
  return { ...content, experiences: { experience } };
}
