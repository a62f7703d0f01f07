import type { SourcePicture } from '@vitae/proto/export-source';
import type { Picture } from './document-model.ts';

/** A stored picture as the document has it; `description` is for those who do not see it. */
export function pictureOf({ contentType, base64 }: SourcePicture, description: string): Picture {
  return { contentType, bytes: Buffer.from(base64, 'base64'), description };
}
