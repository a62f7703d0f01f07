import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { endProcesses } from '../processes/end-processes.ts';
import { identify, isRunning, type ProcessIdentity } from '../processes/process-table.ts';
import { SetupError } from '../setup-error.ts';
import { writeAtomically } from './write-atomically.ts';

/** `launcher.json`: who runs on this folder, and what it has started. */
type LauncherRecord = { launcher: ProcessIdentity; family: string; children: ProcessIdentity[] };

export type LauncherLock = {
  record(children: ProcessIdentity[]): void;
  release(): void;
};

const END_LEFTOVERS_WITHIN_MS = 4_000;

/**
 * Makes this process the only launcher on `dataDir`. When an earlier one was killed, what it left running is ended first;
 * `onLeftovers` hears of that.
 */
export async function takeLauncherLock(
  dataDir: string,
  family: string,
  onLeftovers: () => void = () => undefined,
): Promise<LauncherLock> {
  const file = join(dataDir, 'launcher.json');
  const own: LauncherRecord = { launcher: identify(process.pid) as ProcessIdentity, family, children: [] };
  while (!placed(file, own)) await clear(file, dataDir, onLeftovers);
  return {
    record: (children) => writeAtomically(file, JSON.stringify({ ...own, children })),
    release: () => rmSync(file, { force: true }),
  };
}

/** A link is made only where no file is: of two that start at once, one succeeds. */
function placed(file: string, own: LauncherRecord): boolean {
  const draft = `${file}.${process.pid}`;
  writeAtomically(draft, JSON.stringify(own));
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

async function clear(file: string, dataDir: string, onLeftovers: () => void): Promise<void> {
  const held = read(file);
  if (held && isRunning(held.launcher)) throw alreadyRunning(held, dataDir);
  if (held) {
    onLeftovers();
    await endProcesses(held.children, held.family, END_LEFTOVERS_WITHIN_MS);
  }
  // Another start may have cleared it too and taken the lock meanwhile: what is taken away is looked at again.
  const aside = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, aside);
  } catch {
    return; // the other was first: the next turn sees its record
  }
  const taken = read(aside);
  if (taken && isRunning(taken.launcher)) {
    linkSync(aside, file);
    rmSync(aside);
    throw alreadyRunning(taken, dataDir);
  }
  rmSync(aside);
}

function read(file: string): LauncherRecord | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LauncherRecord;
  } catch {
    return undefined; // gone meanwhile, or not ours: then nothing is known to be running
  }
}

const alreadyRunning = ({ launcher }: LauncherRecord, dataDir: string) =>
  new SetupError(
    `Vitae already runs on ${dataDir} (process ${launcher.pid}). Stop that one with Ctrl-C, or start another beside it: DATA_DIR=.vitae-2 PORT=8180 npm start`,
  );
