import { readFileSync } from 'node:fs';

/** Returns the version of the command line, which is that of its gateway. */
export function version(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return version;
}
