import type { LeftOut } from './linkedin/linkedin-export.ts';
import { readZip } from './read-zip.ts';

/** JSON Resume has sections that the format of the API does not have. */
const FORMATS = [/(?:^|\/)cvs\/\d{1,15}\/json-resume\.json$/, /(?:^|\/)cvs\/\d{1,15}\/cv\.json$/];
const FOLDER = /^(?:.*\/)?(?:deleted-)?cvs\/\d{1,15}\//;
const MAX_NAME = 200;

/**
 * Returns the first CV of an archive that an owner downloaded from Vitae, and the files that are not part of it. Returns
 * undefined for other ZIP files.
 * @throws {ZipRejection}
 */
export async function readArchivedResume(zipped: Buffer): Promise<{ content: Buffer; leftOut: LeftOut[] } | undefined> {
  for (const format of FORMATS) {
    const found = await readFirst(zipped, format);
    if (found) return found;
  }
  return undefined;
}

async function readFirst(zipped: Buffer, format: RegExp) {
  let found: { content: Buffer; folder: string } | undefined;
  const others: string[] = [];
  for await (const { path, content } of readZip(zipped, (path) => !found && format.test(path))) {
    if (content) found = { content, folder: path.slice(0, path.lastIndexOf('/') + 1) };
    else others.push(path);
  }
  if (!found) return undefined;
  const { content, folder } = found;
  const omitted = new Set(others.filter((path) => !path.startsWith(folder)).map(folderOfCv));
  const leftOut: LeftOut[] = Array.from(omitted, (path) => ({ kind: 'file', file: path.slice(-MAX_NAME), detail: '' }));
  return { content, leftOut };
}

/** The folder of the CV to which a file belongs, or the file. A CV has dozens of files. */
function folderOfCv(path: string): string {
  return FOLDER.exec(path)?.[0] ?? path;
}
