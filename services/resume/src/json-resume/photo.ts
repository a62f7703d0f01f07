import type { SourcePicture as Photo } from '@vitae/proto/export-source';
import { isObject, type JsonObject } from './report.ts';

/** The bytes of the picture in a `data:` address, whatever they are. No other address is followed. */
export function photoOf(image: string): Buffer | null {
  const base64 = /^data:image\/[\w.+-]+;base64,([A-Za-z0-9+/]+={0,2})$/.exec(image)?.[1];
  return base64 === undefined ? null : Buffer.from(base64, 'base64');
}

/** An imported document without its photo, which is kept as a picture of the CV. */
export function withoutPhoto(document: JsonObject): JsonObject {
  if (!isObject(document.basics)) return document;
  const { image: _image, ...basics } = document.basics;
  return { ...document, basics };
}

/** A document with the CV's photo, in the place of whatever picture it spoke of. */
export function withPhoto(document: JsonObject, { contentType, base64 }: Photo): JsonObject {
  const basics = isObject(document.basics) ? document.basics : {};
  return { ...document, basics: { ...basics, image: `data:${contentType};base64,${base64}` } };
}
