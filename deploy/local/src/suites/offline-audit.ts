import { parse } from 'yaml';
import { z } from 'zod';
import type { AuditVerdict } from './audit-verdict.ts';

/** The parts of an OSV record (https://ossf.github.io/osv-schema) that decide whether a version is affected. */
export const advisory = z.object({
  id: z.string(),
  modified: z.string(),
  withdrawn: z.string().optional(),
  summary: z.string().default(''),
  database_specific: z.object({ severity: z.string().optional() }).default({}),
  affected: z
    .array(
      z.object({
        package: z.object({ ecosystem: z.string(), name: z.string() }),
        versions: z.array(z.string()).default([]),
        ranges: z.array(z.object({ type: z.string(), events: z.array(z.record(z.string(), z.string())) })).default([]),
      }),
    )
    .default([]),
});
export type Advisory = z.infer<typeof advisory>;
type Affected = Advisory['affected'][number];

const dependencies = z.record(z.string(), z.string()).default({});
const snapshot = z.object({ dependencies, optionalDependencies: dependencies });
const importedDependencies = z.record(z.string(), z.object({ version: z.string() })).default({});
const lockfileSchema = z.object({
  importers: z.record(
    z.string(),
    z.object({ dependencies: importedDependencies, optionalDependencies: importedDependencies }),
  ),
  snapshots: z.record(z.string(), snapshot),
});

type Package = { name: string; version: string };

/** Returns the packages of pnpm-lock.yaml that production dependencies need, directly or indirectly. */
export function productionPackages(lockfile: string): Package[] {
  const { importers, snapshots } = lockfileSchema.parse(parse(lockfile));
  const keys = new Set<string>();
  const add = (name: string, version: string): void => {
    // An alias and a package with its own name, such as npm:other@1.0.0, have the name in the version.
    const key = `${name}@${version}` in snapshots ? `${name}@${version}` : version;
    const found = snapshots[key];
    if (found === undefined || keys.has(key)) return; // A link to a package of this repository, or visited before.
    keys.add(key);
    for (const entry of Object.entries({ ...found.dependencies, ...found.optionalDependencies })) add(...entry);
  };
  for (const importer of Object.values(importers))
    for (const [name, { version }] of Object.entries({ ...importer.dependencies, ...importer.optionalDependencies }))
      add(name, version);
  return [...keys].map((key) => {
    const id = key.split('(')[0] ?? key;
    const at = id.lastIndexOf('@');
    return { name: id.slice(0, at), version: id.slice(at + 1) };
  });
}

/** Compares the production packages of a lockfile with advisories of high and critical severity, without a network. */
export function offlineAudit(lockfile: string, advisories: readonly Advisory[]): AuditVerdict {
  const severe = advisories.filter(
    ({ withdrawn, database_specific: { severity = '' } }) => !withdrawn && /^(high|critical)$/i.test(severity),
  );
  if (severe.length === 0)
    return { outcome: 'failed', message: 'The folder contains no npm advisory of high severity in the OSV format.' };
  const packages = productionPackages(lockfile);
  const found = packages.flatMap(({ name, version }) =>
    severe
      .filter((one) => one.affected.some((affected) => isAffected(affected, name, version)))
      .map(({ id, summary, database_specific: { severity = '' } }) => {
        return `${severity.toLowerCase()}: ${name} ${version}: ${summary} https://osv.dev/vulnerability/${id}`;
      }),
  );
  if (found.length > 0) return { outcome: 'vulnerable', message: found.join('\n') };
  const newest = severe
    .map(({ modified }) => modified.slice(0, 10))
    .toSorted()
    .at(-1);
  const message = `Offline: none of ${severe.length} advisories up to ${newest} affects one of ${packages.length} packages.`;
  return { outcome: 'clean', message };
}

function isAffected(
  { package: { ecosystem, name }, versions, ranges }: Affected,
  of: string,
  version: string,
): boolean {
  if (ecosystem !== 'npm' || name !== of) return false;
  return (
    versions.includes(version) || ranges.some(({ type, events }) => type === 'SEMVER' && isInRange(events, version))
  );
}

/** Applies the events of a range in order (https://ossf.github.io/osv-schema, "evaluation"). */
function isInRange(events: Affected['ranges'][number]['events'], version: string): boolean {
  let inRange = false;
  for (const { introduced, fixed, last_affected: last } of events) {
    if (introduced !== undefined && (introduced === '0' || compareVersions(version, introduced) >= 0)) inRange = true;
    if (fixed !== undefined && compareVersions(version, fixed) >= 0) inRange = false;
    if (last !== undefined && compareVersions(version, last) > 0) inRange = false;
  }
  return inRange;
}

/** Compares versions by precedence (https://semver.org, section 11). */
function compareVersions(one: string, other: string): number {
  const [core, prerelease] = parts(one);
  const [otherCore, otherPrerelease] = parts(other);
  const byCore = core.localeCompare(otherCore, 'en', { numeric: true });
  if (byCore !== 0 || prerelease === otherPrerelease) return byCore;
  if (prerelease === '' || otherPrerelease === '') return prerelease === '' ? 1 : -1;
  return prerelease.localeCompare(otherPrerelease, 'en', { numeric: true });
}

function parts(version: string): [core: string, prerelease: string] {
  const [release = ''] = version.split('+');
  const hyphen = release.indexOf('-');
  return hyphen < 0 ? [release, ''] : [release.slice(0, hyphen), release.slice(hyphen + 1)];
}
