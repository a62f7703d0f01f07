import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Two launchers that start at once both find the same port free before either listens on it. A
 * claim is a file that only one of them can create; that of a launcher that ended counts no more.
 */
export function claimPort(
  port: number,
  pid = process.pid,
  folder = join(tmpdir(), `vitae-ports-${process.getuid?.() ?? 0}`),
): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, String(port));
  if (create(file, pid)) return true;
  if (isAlive(ownerOf(file))) return false;
  rmSync(file, { force: true });
  return create(file, pid);
}

function create(file: string, pid: number): boolean {
  try {
    writeFileSync(file, String(pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** 0 when the claim is gone; a claim that is not yet written has an owner who is at work on it. */
function ownerOf(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8')) || process.pid;
  } catch {
    return 0;
  }
}

function isAlive(pid: number): boolean {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
