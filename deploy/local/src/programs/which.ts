import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** Returns the first candidate that is a program: an absolute path, or a name on the PATH. */
export function which(candidates: string[], path: string | undefined): string | undefined {
  const folders = (path ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const candidate of candidates) {
    const places = isAbsolute(candidate) ? [candidate] : folders.map((folder) => join(folder, candidate));
    const program = places.find(isProgram);
    if (program) return program;
  }
  return undefined;
}

export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false; // missing or not executable
  }
}
