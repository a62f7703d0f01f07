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

export type Size = { width: number; height: number };

/** Reads width and height in pixels from a picture's header; undefined when the header is missing or invalid. */
export function pictureSize({ bytes, contentType }: Pick<Picture, 'bytes' | 'contentType'>): Size | undefined {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = readers[contentType](data);
  return size && size.width > 0 && size.height > 0 ? size : undefined;
}

const readers: Record<Picture['contentType'], (data: Buffer) => Size | undefined> = {
  'image/png': (data) =>
    data.length < 24 ? undefined : { width: data.readUInt32BE(16), height: data.readUInt32BE(20) },
  'image/gif': (data) => (data.length < 10 ? undefined : { width: data.readUInt16LE(6), height: data.readUInt16LE(8) }),
  'image/jpeg': jpegSize,
};

// ISO/IEC 10918-1, B.2: each segment has a marker and a length; the frame header (SOF) contains the size.
function jpegSize(data: Buffer): Size | undefined {
  let offset = 2;
  while (offset + 9 <= data.length && data[offset] === 0xff) {
    const marker = data[offset + 1] ?? 0;
    if (isFrameHeader(marker)) return { width: data.readUInt16BE(offset + 7), height: data.readUInt16BE(offset + 5) };
    offset += marker === 0xff ? 1 : 2 + data.readUInt16BE(offset + 2);
  }
  return undefined;
}

function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
