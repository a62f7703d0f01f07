import { inflateRawSync } from 'node:zlib';

// APPNOTE.TXT, 4.3: the central directory is at the end of the file, followed by its end record.
const END = 0x06054b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const LOCAL_LENGTH = 30;
const STORED = 0;

/** Returns the files in a ZIP archive without a comment, such as DOCX and ODT. */
export function zipParts(file: Buffer): Map<string, Buffer> {
  const end = file.length - END_LENGTH;
  if (end < 0 || file.readUInt32LE(end) !== END) throw new Error('Not a ZIP archive');
  const parts = new Map<string, Buffer>();
  let entry = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameEnd = entry + ENTRY_LENGTH + file.readUInt16LE(entry + 28);
    parts.set(file.toString('utf8', entry + ENTRY_LENGTH, nameEnd), contentOf(file, entry));
    entry = nameEnd + file.readUInt16LE(entry + 30) + file.readUInt16LE(entry + 32);
  }
  return parts;
}

function contentOf(file: Buffer, entry: number): Buffer {
  const local = file.readUInt32LE(entry + 42);
  const start = local + LOCAL_LENGTH + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
  const content = file.subarray(start, start + file.readUInt32LE(entry + 20));
  return file.readUInt16LE(entry + 10) === STORED ? content : inflateRawSync(content);
}
