import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { endProcesses } from '../processes/end-processes.ts';
import { identify, isRunning, type ProcessIdentity } from '../processes/process-table.ts';
import { SetupError } from '../setup-error.ts';
import { createExclusively, removeStaleFile } from './exclusive-file.ts';
import { writeAtomically } from './write-atomically.ts';

/** `launcher.json`: who runs on this folder, and what it has started. */
type LauncherRecord = { launcher: ProcessIdentity; group: string; children: ProcessIdentity[] };

export type LauncherLock = {
  record(children: ProcessIdentity[]): void;
  release(): void;
};

const LEFTOVERS_TIMEOUT_MS = 4_000;

/**
 * Makes this process the only launcher on `dataDir`. When an earlier one was killed, what it left running is ended first;
 * `onLeftovers` hears of that.
 */
export async function acquireLauncherLock(
  dataDir: string,
  family: string,
  onLeftovers: () => void = () => undefined,
): Promise<LauncherLock> {
  const file = join(dataDir, 'launcher.json');
  const own: LauncherRecord = { launcher: identify(process.pid) as ProcessIdentity, group: family, children: [] };
  while (!createExclusively(file, JSON.stringify(own))) {
    const held = parse(read(file));
    if (held && isRunning(held.launcher)) throw alreadyRunning(held, dataDir);
    if (held) {
      onLeftovers();
      await endProcesses(held.children, held.group, LEFTOVERS_TIMEOUT_MS);
    }
    const other = parse(removeStaleFile(file, (text) => isHeld(parse(text))) ?? '');
    if (other) throw alreadyRunning(other, dataDir);
  }
  return {
    record: (children) => writeAtomically(file, JSON.stringify({ ...own, children })),
    release: () => rmSync(file, { force: true }),
  };
}

const isHeld = (record: LauncherRecord | undefined) => record !== undefined && isRunning(record.launcher);

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // gone meanwhile
  }
}

function parse(text: string): LauncherRecord | undefined {
  try {
    return JSON.parse(text) as LauncherRecord;
  } catch {
    return undefined; // cut off: then nothing is known to be running
  }
}

const alreadyRunning = ({ launcher }: LauncherRecord, dataDir: string) =>
  new SetupError(
    `Vitae already runs on ${dataDir} (process ${launcher.pid}). Stop that one with Ctrl-C, ` +
      'or start another beside it: DATA_DIR=.vitae-2 PORT=8180 npm start',
  );
