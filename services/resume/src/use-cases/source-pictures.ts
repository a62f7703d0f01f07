import type { ExportSource, SourcePicture } from '@vitae/proto/export-source';
import type { StoredCv } from '../model.ts';
import { logoPath, pictureNameOf } from '../cv/stored-picture.ts';
import type { PictureWithContent, ResumeStore } from '../store.ts';

/** All pictures of one document, in bytes: logos beyond it are left out, the first ones stay. */
const MOST_LOGO_BYTES = 8 * 1024 * 1024;

/** The pictures that a CV shows, as an export needs them. An anonymized one shows none. */
export async function sourcePictures(
  { pictures }: Pick<ResumeStore, 'pictures'>,
  cv: StoredCv,
): Promise<Pick<ExportSource, 'photo' | 'logos'>> {
  if (cv.anonymized) return { photo: null, logos: {} };
  const photo = cv.photo === null ? undefined : await pictures.read(cv.photo);
  const names = cv.content.experiences.experience.flatMap(({ logo }) => pictureNameOf(logo) ?? []);
  const logos: Record<string, SourcePicture> = {};
  let left = MOST_LOGO_BYTES;
  for (const name of new Set(names)) {
    const logo = await pictures.read(name);
    // A path that was copied from another CV is not a picture of this one.
    if (logo?.cvId !== cv.id || logo.content.length > left) continue;
    left -= logo.content.length;
    logos[logoPath(name)] = sourcePicture(logo);
  }
  return { photo: photo ? sourcePicture(photo) : null, logos };
}

function sourcePicture({ contentType, content }: PictureWithContent): SourcePicture {
  return { contentType, base64: content.toString('base64') };
}
