import { VitaeError } from '@vitae/kit/errors';
import type { ResumeDeps } from './deps.ts';
import { withoutPhoto } from '../json-resume/photo.ts';
import type { DrawnPicture } from '../pictures/encode-picture.ts';
import type { NewContent } from './cv-content.ts';

const FIELD = 'basics.image';

/**
 * The photo of an import, drawn anew as an upload is, so that nothing of it is kept but what is
 * seen. What cannot be shown stays in the document, and the report says why.
 */
export async function drawPhoto(
  { drawPicture }: Pick<ResumeDeps, 'drawPicture'>,
  { photo: upload, ...content }: NewContent,
): Promise<Omit<NewContent, 'photo'> & { photo: DrawnPicture | null }> {
  if (upload === null) return { ...content, photo: null };
  const { keep, report } = content;
  const others = report.filter(({ path }) => path !== FIELD);
  try {
    const photo = await drawPicture('photo', upload);
    return {
      ...content,
      photo,
      report: [...others, { path: FIELD, outcome: 'repaired', note: 'drawn anew, without metadata' }],
      keep:
        keep &&
        ((base) => {
          const kept = keep(base);
          return { ...kept, document: withoutPhoto(kept.document) };
        }),
    };
  } catch (error) {
    if (!(error instanceof VitaeError) || error.code !== 'INVALID_ARGUMENT') throw error;
    return { ...content, photo: null, report: [...others, { path: FIELD, outcome: 'kept', note: error.message }] };
  }
}
