import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { writeAtomically } from './write-atomically.ts';

/** Creates `file` atomically. Returns false if it exists: of several concurrent callers, one succeeds. */
export function createExclusively(file: string, text: string): boolean {
  const draft = `${file}.${process.pid}`;
  writeAtomically(draft, text);
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

/**
 * Removes a file whose owner has exited. If another process has replaced the file in the meantime, restores it and
 * returns its content.
 *
 * @param inUse decides by the content whether the owner still runs
 */
export function removeStaleFile(file: string, inUse: (text: string) => boolean): string | undefined {
  const stale = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, stale);
  } catch {
    return undefined; // another process has removed it
  }
  const text = readFileSync(stale, 'utf8');
  if (inUse(text)) linkSync(stale, file);
  rmSync(stale);
  return inUse(text) ? text : undefined;
}
