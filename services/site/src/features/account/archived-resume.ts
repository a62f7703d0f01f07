import type { LeftOut } from './linkedin/linkedin-export.ts';
import { readZip } from './read-zip.ts';

const RESUME = /(?:^|\/)cvs\/\d{1,15}\/json-resume\.json$/;
const MAX_NAME = 200;

/**
 * Returns the first CV of an archive that an owner downloaded from Vitae, and the files that are not part of it. Returns
 * undefined for other ZIP files.
 * @throws {ZipRejection}
 */
export async function readArchivedResume(zipped: Buffer): Promise<{ content: Buffer; leftOut: LeftOut[] } | undefined> {
  let found: { content: Buffer; folder: string } | undefined;
  const others: string[] = [];
  for await (const { path, content } of readZip(zipped, (path) => !found && RESUME.test(path))) {
    if (content) found = { content, folder: path.slice(0, path.lastIndexOf('/') + 1) };
    else others.push(path);
  }
  if (!found) return undefined;
  const { content, folder } = found;
  const omitted = others.filter((path) => !path.startsWith(folder));
  return { content, leftOut: omitted.map((path) => ({ kind: 'file', file: path.slice(-MAX_NAME), detail: '' })) };
}
