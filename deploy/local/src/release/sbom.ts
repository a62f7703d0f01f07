import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { parse } from 'yaml';
import { pnpmCommand } from '../programs/pnpm.ts';
import { runProgram } from '../programs/run-program.ts';
import type { ReleaseSource } from './image-build.ts';

type Bom = {
  serialNumber: string;
  metadata: { timestamp: string };
  components: { 'bom-ref': string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

type Dependencies = Record<string, { version: string }>;
type Lockfile = {
  importers: Record<string, { dependencies?: Dependencies; optionalDependencies?: Dependencies }>;
};

/** Returns the production dependencies of all images, from the lockfile, as a CycloneDX document. */
export async function softwareBillOfMaterials(source: ReleaseSource): Promise<string> {
  const [pnpm, ...first] = pnpmCommand();
  const images = ['--filter', './gateway', '--filter', './services/*'];
  const format = ['--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6', '--sbom-type', 'application'];
  const printed = await runProgram(
    pnpm,
    [...first, '--dir', source.root, ...images, 'sbom', '--prod', '--lockfile-only', ...format],
    { env: { ...process.env, NODE_OPTIONS: '' }, timeoutMs: 120_000 },
  );
  const text = JSON.stringify(reproducible(JSON.parse(printed), source), null, 2);
  const problems = await sbomProblems(text);
  if (problems) throw new Error(`The SBOM does not conform to CycloneDX 1.6: ${JSON.stringify(problems)}`);
  return text;
}

/** Returns the violations of the JSON Schema of CycloneDX, or null. */
export async function sbomProblems(text: string): Promise<unknown> {
  return new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text);
}

/** pnpm writes the current time and a random serial number, and omits some dependencies of our packages. */
function reproducible(bom: Bom, source: ReleaseSource): Bom {
  const timestamp = new Date(source.committedAt * 1000).toISOString();
  const components = bom.components.toSorted((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1));
  const listed = new Set(components.map((component) => component['bom-ref']));
  const edges = new Map(bom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  for (const [ref, dependsOn] of dependenciesOfPackages(source)) edges.set(ref, dependsOn);
  const dependencies = [...edges]
    .map(([ref, dependsOn]) => ({ ref, dependsOn: dependsOn.filter((one) => listed.has(one)).toSorted() }))
    .filter(({ ref }) => listed.has(ref) || ref === packageUrl('vitae', source.version))
    .toSorted((one, other) => (one.ref < other.ref ? -1 : 1));
  return {
    ...bom,
    serialNumber: `urn:uuid:${uuidOf(source.commit)}`,
    metadata: { ...bom.metadata, timestamp },
    components,
    dependencies,
  };
}

/**
 * Returns the direct dependencies of our packages, from the lockfile. Those of the project are those of all images:
 * pnpm does not list the packages of processes.
 */
function dependenciesOfPackages({ root, version }: ReleaseSource): Map<string, string[]> {
  const { importers } = parse(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')) as Lockfile;
  const nameOf = (folder: string) =>
    JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).name as string;
  const edges = new Map<string, string[]>();
  const ofImages = new Set<string>();
  for (const [folder, { dependencies = {}, optionalDependencies = {} }] of Object.entries(importers)) {
    if (folder === '.') continue;
    const direct = Object.entries({ ...dependencies, ...optionalDependencies }).map(([name, resolved]) =>
      // Versions end with the peers in parentheses.
      packageUrl(name, resolved.version.startsWith('link:') ? version : (resolved.version.split('(')[0] ?? '')),
    );
    edges.set(packageUrl(nameOf(folder), version), direct);
    if (/^(gateway$|services\/)/.test(folder)) for (const one of direct) ofImages.add(one);
  }
  return edges.set(packageUrl('vitae', version), [...ofImages]);
}

const packageUrl = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** A UUID of version 8, whose content applications define (RFC 9562). */
function uuidOf(commit: string): string {
  const hash = createHash('sha256').update(`vitae ${commit}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
