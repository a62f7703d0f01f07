import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** Replaces a file atomically and makes it readable by its owner only. */
export function writeAtomically(file: string, text: string): void {
  const draft = `${file}.${process.pid}.draft`;
  try {
    writeFileSync(draft, text, { mode: 0o600 });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
