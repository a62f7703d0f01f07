import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { writeAtomically } from './write-atomically.ts';

/** Makes `file` with `text` where no file is: of several that try at once, one succeeds. False where there is one. */
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
 * Takes away a file whose owner is gone. Another may have done so meanwhile and placed its own: what was taken away is
 * looked at again, and put back when `inUse` says that it must stay. Answers with that text then.
 */
export function removeStaleFile(file: string, inUse: (text: string) => boolean): string | undefined {
  const aside = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, aside);
  } catch {
    return undefined; // the other was first
  }
  const text = readFileSync(aside, 'utf8');
  if (inUse(text)) linkSync(aside, file);
  rmSync(aside);
  return inUse(text) ? text : undefined;
}
