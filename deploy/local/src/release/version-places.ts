import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file that contains the version of the project. Each match of the pattern is the version. */
type VersionPlace = { file: string; pattern: RegExp };

const PACKAGES = ['package.json', '{proto,gateway,test}/package.json', 'deploy/local/package.json'];
const NESTED_PACKAGES = ['services/*/package.json', 'sdk/*/package.json'];

const OTHER_PLACES: VersionPlace[] = [
  { file: 'deploy/helm/vitae/Chart.yaml', pattern: /(?<=^version: ).+|(?<=^appVersion: ").+(?="$)/gm },
  { file: 'docker-compose.yml', pattern: /(?<=\$\{VITAE_VERSION:-)[^}]+/g },
  {
    file: 'docs/deploying.md',
    pattern: /(?<=\/vitae\/\$process:)[^"]+|(?<=registry\.example\.com\/vitae, tag: )[^ }]+/g,
  },
  { file: 'docs/deploying.md', pattern: /(?<=\| `VITAE_VERSION` \| `)[^`]+/g },
  { file: 'proto/api-reference.json', pattern: /(?<="title": "Vitae API",\s+"version": ")[^"]+/g },
  { file: 'sdk/python/pyproject.toml', pattern: /(?<=^version = ")[^"]+/gm },
  { file: 'sdk/ruby/vitae-auth.gemspec', pattern: /(?<=^ {2}spec\.version = ')[^']+/gm },
  { file: 'sdk/typescript/README.md', pattern: /(?<=vitae-auth-)\d.*(?=\.tgz)/g },
];

/** Returns the version in package.json, which all other places repeat. */
export function projectVersion(root: string): string {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
}

/** Returns every version in every place. */
export function versionsIn(root: string): { file: string; version: string }[] {
  return versionPlaces(root).flatMap(({ file, pattern }) =>
    (readFileSync(join(root, file), 'utf8').match(pattern) ?? ['none']).map((version) => ({ file, version })),
  );
}

/** Writes the version to every place. */
export function writeVersion(root: string, version: string): void {
  for (const { file, pattern } of versionPlaces(root)) {
    const path = join(root, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(pattern, version));
  }
}

function versionPlaces(root: string): VersionPlace[] {
  const packages = globSync([...PACKAGES, ...NESTED_PACKAGES], { cwd: root }).toSorted();
  return [...packages.map((file) => ({ file, pattern: /(?<=^ {2}"version": ")[^"]+/gm })), ...OTHER_PLACES];
}
