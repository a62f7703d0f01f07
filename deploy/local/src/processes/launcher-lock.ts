import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createExclusively, removeStaleFile } from '../data-dir/exclusive-file.ts';
import { writeAtomically } from '../data-dir/write-atomically.ts';
import { SetupError } from '../setup-error.ts';
import { endProcesses } from './end-processes.ts';
import { identify, isRunning, type ProcessIdentity } from './process-table.ts';

/** `launcher.json`: the launcher that uses this folder, and the processes that it has started. */
type LauncherRecord = { launcher: ProcessIdentity; group: string; children: ProcessIdentity[] };

type LauncherLock = {
  record(children: ProcessIdentity[]): void;
  release(): void;
};

const LEFTOVERS_TIMEOUT_MS = 4_000;

/**
 * Makes this process the only launcher that uses `dataDir`. Stops processes that a killed launcher left running.
 *
 * @param onLeftovers called before leftover processes are stopped
 * @throws {SetupError} if another launcher uses the folder
 */
export async function acquireLauncherLock(
  dataDir: string,
  group: string,
  onLeftovers: () => void = () => undefined,
): Promise<LauncherLock> {
  const file = join(dataDir, 'launcher.json');
  const own: LauncherRecord = { launcher: identify(process.pid) as ProcessIdentity, group, children: [] };
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
    return ''; // removed by another launcher
  }
}

function parse(text: string): LauncherRecord | undefined {
  try {
    return JSON.parse(text) as LauncherRecord;
  } catch {
    return undefined; // incomplete: it names no processes
  }
}

const alreadyRunning = ({ launcher }: LauncherRecord, dataDir: string) =>
  new SetupError(
    `Vitae already runs on ${dataDir} (process ${launcher.pid}). Stop it with Ctrl-C, ` +
      'or start a second system: DATA_DIR=.vitae-2 PORT=8180 npm start',
  );
