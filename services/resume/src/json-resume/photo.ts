import type { SourcePicture as Photo } from '@vitae/proto/export-source';
import { isObject, type JsonObject } from './report.ts';

/** The bytes of the picture in a `data:` URL. Other URLs are not fetched. */
export function decodePhoto(image: string): Buffer | null {
  const base64 = /^data:image\/[\w.+-]+;base64,([A-Za-z0-9+/]+={0,2})$/.exec(image)?.[1];
  return base64 === undefined ? null : Buffer.from(base64, 'base64');
}

/** Removes the photo from a document, because the CV stores it as a picture. */
export function withoutPhoto(document: JsonObject): JsonObject {
  if (!isObject(document.basics)) return document;
  const { image: _image, ...basics } = document.basics;
  return { ...document, basics };
}

/** Sets the photo of the CV as the picture of a document. */
export function withPhoto(document: JsonObject, { contentType, base64 }: Photo): JsonObject {
  const basics = isObject(document.basics) ? document.basics : {};
  return { ...document, basics: { ...basics, image: `data:${contentType};base64,${base64}` } };
}
