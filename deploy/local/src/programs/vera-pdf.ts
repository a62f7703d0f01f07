import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SetupError } from '../setup-error.ts';
import { downloadTo, sha256 } from './download.ts';

const VERSION = '1.28.2';
const SHA256 = '687d4d8bcfec48c9f7e931cf78ed061f1eeccfba55d4cdc000ba9b4d8aa46ce6';
const URL = `https://repo1.maven.org/maven2/org/verapdf/apps/greenfield-apps/${VERSION}/greenfield-apps-${VERSION}.jar`;

/**
 * Returns the path of veraPDF, which validates PDF/A and PDF/UA files. Downloads it once from Maven Central, into a folder
 * that all clones share.
 * @throws {SetupError} if it cannot be downloaded, or the checksum is wrong
 */
export async function ensureVeraPdf(cacheDir: string, download = downloadTo): Promise<string> {
  const jar = join(cacheDir, `verapdf-${VERSION}.jar`);
  if (existsSync(jar)) return jar;
  await mkdir(cacheDir, { recursive: true });
  const folder = await mkdtemp(join(cacheDir, 'download-'));
  try {
    const draft = join(folder, 'verapdf.jar');
    await download(URL, draft);
    const sum = await sha256(draft);
    if (sum !== SHA256) throw new Error(`The file has a wrong checksum (SHA-256 ${sum}, expected ${SHA256}).`);
    await rename(draft, jar); // atomic, so an interrupted download leaves no partial file
    return jar;
  } catch (cause) {
    const reason = (cause as Error).message;
    throw new SetupError(
      `veraPDF ${VERSION} cannot be downloaded from Maven Central: ${reason}\nDownload it elsewhere and set its path: VERAPDF_JAR=/path npm test`,
      { cause },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
