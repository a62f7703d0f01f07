import type { SourcePicture } from '@vitae/proto/export-source';
import type { Picture } from './document-model.ts';

/** Returns the picture as a `data:` URL. */
export function dataUrl({ contentType, bytes }: Picture): string {
  return `data:${contentType};base64,${Buffer.from(bytes).toString('base64')}`;
}

/** Converts a stored picture; `description` is its alternative text. */
export function pictureOf({ contentType, base64 }: SourcePicture, description: string): Picture {
  return { contentType, bytes: Buffer.from(base64, 'base64'), description };
}
