import { VitaeError } from '@vitae/kit/errors';
import type { CvContent } from '../cv/content.ts';
import type { StoredCv } from '../model.ts';
import type { EncodedPicture } from '../pictures/encode-picture.ts';
import { logoPath } from '../pictures/picture-path.ts';
import { withPaths } from '../pictures/pictures-of.ts';
import type { ResumeStore } from '../store.ts';
import { newPicture } from './cv-pictures.ts';
import type { ResumeDeps } from './deps.ts';

/** `rejected` has the reasons for pictures that are not stored. */
export type EncodedLogos = {
  encoded: ReadonlyMap<string, EncodedPicture>;
  rejected: ReadonlyMap<string, string>;
};

/** Limits the work of an import. */
const MAX_LOGOS = 50;

/** Re-encodes the logos of an imported document like uploads, by their paths. */
export async function encodeLogos(
  { encodePicture }: Pick<ResumeDeps, 'encodePicture'>,
  logos: ReadonlyMap<string, Uint8Array>,
): Promise<EncodedLogos> {
  const encoded = new Map<string, EncodedPicture>();
  const rejected = new Map<string, string>();
  for (const [path, upload] of logos) {
    if (encoded.size + rejected.size >= MAX_LOGOS) {
      rejected.set(path, `exceeds the ${MAX_LOGOS} pictures of an import`);
      continue;
    }
    try {
      encoded.set(path, await encodePicture('logo', upload));
    } catch (error) {
      if (!(error instanceof VitaeError) || error.code !== 'INVALID_ARGUMENT') throw error;
      rejected.set(path, 'is not a picture that can be read');
    }
  }
  return { encoded, rejected };
}

type Pictured = Pick<CvContent, 'experiences' | 'portfolios'>;

/** Stores the logos of a new CV. Returns its content with their paths, and the experiences and works that have one. */
export async function storeLogos(
  deps: Pick<ResumeDeps, 'newToken' | 'clock'>,
  { pictures }: Pick<ResumeStore, 'pictures'>,
  cv: Pick<StoredCv, 'id' | 'companyId' | 'userId' | 'content'>,
  { encoded }: Pick<EncodedLogos, 'encoded'>,
): Promise<{ content: CvContent; stored: Pictured }> {
  const paths = new Map<string | null, string>();
  for (const [path, logo] of encoded) {
    const picture = newPicture(deps, cv, 'logo', logo);
    await pictures.insert(picture, new Date(deps.clock.now()));
    paths.set(path, logoPath(picture.name));
  }
  const names = new Set<string | null>(paths.values());
  const content = withPaths(cv.content, (path) => paths.get(path) ?? path);
  return {
    content,
    stored: {
      experiences: { experience: content.experiences.experience.filter(({ logo }) => names.has(logo)) },
      portfolios: { portfolio: content.portfolios.portfolio.filter(({ path }) => names.has(path)) },
    },
  };
}
