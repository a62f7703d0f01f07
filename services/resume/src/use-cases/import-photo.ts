import { VitaeError } from '@vitae/kit/errors';
import { withoutPhoto } from '../json-resume/photo.ts';
import type { EncodedPicture } from '../pictures/encode-picture.ts';
import type { NewContent } from './cv-content.ts';
import type { ResumeDeps } from './deps.ts';

const FIELD = 'basics.image';

/** Re-encodes an imported photo like an upload. A photo that is rejected stays in the imported document. */
export async function importPhoto(
  { encodePicture }: Pick<ResumeDeps, 'encodePicture'>,
  { photo: upload, ...content }: NewContent,
): Promise<Omit<NewContent, 'photo'> & { photo: EncodedPicture | null }> {
  if (upload === null) return { ...content, photo: null };
  const { importRecord, report } = content;
  const otherFields = report.filter(({ path }) => path !== FIELD);
  try {
    const photo = await encodePicture('photo', upload);
    return {
      ...content,
      photo,
      report: [...otherFields, { path: FIELD, outcome: 'repaired', note: 're-encoded without metadata' }],
      importRecord:
        importRecord &&
        ((base) => {
          const record = importRecord(base);
          return { ...record, document: withoutPhoto(record.document) };
        }),
    };
  } catch (error) {
    if (!(error instanceof VitaeError) || error.code !== 'INVALID_ARGUMENT') throw error;
    return { ...content, photo: null, report: [...otherFields, { path: FIELD, outcome: 'kept', note: error.message }] };
  }
}
