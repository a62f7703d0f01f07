import { readFileSync } from 'node:fs';

/** Returns the version of the gateway, which is that of all processes of a release. */
export function version(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return version;
}
