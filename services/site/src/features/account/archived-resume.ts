import type { LeftOut } from './linkedin/linkedin-export.ts';
import { readZip } from './read-zip.ts';

/** JSON Resume has sections that the format of the API does not have. */
const FORMATS = [/(?:^|\/)cvs\/\d{1,15}\/json-resume\.json$/, /(?:^|\/)cvs\/\d{1,15}\/cv\.json$/];
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
  const omitted = others.filter((path) => !path.startsWith(folder));
  const leftOut: LeftOut[] = omitted.map((path) => ({ kind: 'file', file: path.slice(-MAX_NAME), detail: '' }));
  return { content, leftOut };
}
