import { setImmediate as nextTurn } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';

/** Why a ZIP file cannot be imported. */
export type ZipFault = 'damagedZip' | 'encryptedZip' | 'largeZip' | 'largeArchive' | 'notLinkedIn' | 'linkedInColumns';

export class ZipRejection extends Error {
  readonly fault: ZipFault;
  /** The files that could not be read. */
  readonly files: readonly string[];

  constructor(fault: ZipFault, files: readonly string[] = [], cause?: unknown) {
    super(fault, { cause });
    this.fault = fault;
    this.files = files;
  }
}

/** Whether a file is a ZIP file, also an empty one. */
export function isZip(file: Buffer): boolean {
  return ['PK\u0003\u0004', 'PK\u0005\u0006'].includes(file.toString('latin1', 0, 4));
}

/** The maximum number of files in the ZIP file, and the maximum size of all files that are read, unpacked. */
export type ZipLimits = { entries: number; unpackedBytes: number };

/** The JSON of a CV has the same size limit. */
const USUAL_LIMITS: ZipLimits = { entries: 2_000, unpackedBytes: 1024 * 1024 };
/** Reading the list of files must not block other requests. */
const ENTRIES_PER_TURN = 500;
const MAX_COMPRESSION_RATIO = 100;
const MAX_PATH = 1_000;

/** A file of a ZIP file. The content is undefined if the file was not read. */
export type ZippedFile = { path: string; content: Buffer | undefined };

/**
 * Reads the files of a ZIP file with certain paths. Limits are checked before a file is unpacked. Folders are ignored.
 * @throws {ZipRejection}
 */
export async function* readZip(
  zipped: Buffer,
  isRead: (path: string) => boolean,
  { entries, unpackedBytes } = USUAL_LIMITS,
): AsyncGenerator<ZippedFile> {
  let remaining = unpackedBytes;
  let count = 0;
  try {
    const zip = await fromBufferPromise(zipped, { lazyEntries: true, decodeStrings: false });
    if (zip.entryCount > entries) throw new ZipRejection('largeZip');
    for await (const entry of zip.eachEntry()) {
      count += 1;
      if (count % ENTRIES_PER_TURN === 0) await nextTurn();
      const path = pathOf(entry);
      if (path.endsWith('/')) continue;
      if (!isRead(path)) {
        yield { path, content: undefined };
        continue;
      }
      remaining -= entry.uncompressedSize;
      if (remaining < 0 || entry.uncompressedSize > MAX_COMPRESSION_RATIO * entry.compressedSize)
        throw new ZipRejection('largeZip');
      if (entry.isEncrypted()) throw new ZipRejection('encryptedZip');
      yield { path, content: await unpack(zip, entry) };
    }
  } catch (thrown) {
    if (thrown instanceof ZipRejection) throw thrown;
    const isEncrypted = thrown instanceof Error && /encrypt/.test(thrown.message);
    throw new ZipRejection(isEncrypted ? 'encryptedZip' : 'damagedZip', [], thrown);
  }
}

function pathOf(entry: Entry): string {
  // Names are bytes, because the decoder of the library rejects some paths, which do not matter here.
  const path = (entry.fileName as unknown as Buffer).toString('utf8').replaceAll('\\', '/');
  return path.slice(-MAX_PATH).toWellFormed();
}

async function unpack(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  // The stream fails if there are more bytes than the entry declares.
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk);
  const content = Buffer.concat(chunks);
  if (crc32(content) !== entry.crc32) throw new ZipRejection('damagedZip');
  return content;
}
