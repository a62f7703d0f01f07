import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** The first of these that is a program: a path as it is, a name looked up on the PATH. */
export function which(candidates: string[], path: string | undefined): string | undefined {
  const folders = (path ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const candidate of candidates) {
    const places = isAbsolute(candidate) ? [candidate] : folders.map((folder) => join(folder, candidate));
    const found = places.find(isProgram);
    if (found) return found;
  }
  return undefined;
}

export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false; // not there, or not to be run
  }
}
