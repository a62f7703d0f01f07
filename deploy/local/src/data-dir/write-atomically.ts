import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** Replaces a file in one step, readable by its owner alone: who reads sees the old text or the new, never a part. */
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
