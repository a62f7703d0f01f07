/** The type and size in the header of a picture, read without decoding it. */
export type PictureHeader = { type: PictureType; width: number; height: number };
export type PictureType = 'image/jpeg' | 'image/png' | 'image/gif';

/** The type of a picture according to its first bytes; undefined for other types than JPEG, PNG and GIF. */
export function pictureTypeOf(bytes: Buffer): PictureType | undefined {
  const start = bytes.toString('latin1', 0, 8);
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start === '\x89PNG\r\n\x1a\n') return 'image/png';
  return start.startsWith('GIF87a') || start.startsWith('GIF89a') ? 'image/gif' : undefined;
}

/** Reads the header; undefined if it is missing or its size is not positive. */
export function readPictureHeader(bytes: Buffer): PictureHeader | undefined {
  const type = pictureTypeOf(bytes);
  const size = type && SIZE_OF[type](bytes);
  return type && size && size.width > 0 && size.height > 0 ? { type, ...size } : undefined;
}

type Size = { width: number; height: number };

const SIZE_OF: Readonly<Record<PictureType, (bytes: Buffer) => Size | undefined>> = {
  'image/jpeg': jpegSize,
  'image/png': pngSize,
  'image/gif': gifSize,
};

/** PNG (ISO 15948) section 11.2.2: IHDR is the first chunk. */
function pngSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 24 || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** GIF89a section 18. The first frame can be larger than the logical screen, so the larger size counts. */
function gifSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 13) return undefined;
  const screen = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  const frame = firstFrameSize(bytes);
  return { width: Math.max(screen.width, frame.width), height: Math.max(screen.height, frame.height) };
}

function firstFrameSize(bytes: Buffer): Size {
  const none = { width: 0, height: 0 };
  const flags = bytes[10] ?? 0;
  let at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === 0x2c) {
      if (at + 10 > bytes.length) return none;
      const [left, top] = [bytes.readUInt16LE(at + 1), bytes.readUInt16LE(at + 3)];
      return { width: left + bytes.readUInt16LE(at + 5), height: top + bytes.readUInt16LE(at + 7) };
    }
    if (kind !== 0x21) return none;
    at += 2;
    // An extension has sub-blocks that start with their length. An empty sub-block is the last.
    for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) at += length + 1;
    at += 1;
  }
  return none;
}

const STANDALONE = new Set([0x01, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7]);
const NOT_FRAMES = new Set([0xc4, 0xc8, 0xcc]);

/** ITU-T T.81 section B.2.2: the first start-of-frame segment. */
function jpegSize(bytes: Buffer): Size | undefined {
  let at = 2;
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (STANDALONE.has(marker)) at += 2;
    else if (marker >= 0xc0 && marker <= 0xcf && !NOT_FRAMES.has(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    else if (marker === 0xd9 || marker === 0xda) return undefined;
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return undefined;
}
