import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of each package, and the folders of the workspace packages that it imports at runtime. */
export type PackageGraph = Map<string, string[]>;

export function readPackageGraph(root: string, folders: readonly string[]): PackageGraph {
  const manifests = folders.map((folder) => ({ folder, ...readManifest(join(root, folder, 'package.json')) }));
  const folderOf = new Map(manifests.map(({ name, folder }) => [name, folder]));
  return new Map(
    manifests.map(({ folder, dependencies = {} }) => [
      folder,
      Object.keys(dependencies).flatMap((name) => folderOf.get(name) ?? []),
    ]),
  );
}

/** Returns whether the package in `folder` is, or transitively depends on, one of `changed`. */
export function dependsOn(graph: PackageGraph, folder: string, changed: ReadonlySet<string>): boolean {
  const visited = new Set<string>();
  const visit = (current: string): boolean => {
    if (changed.has(current)) return true;
    if (visited.has(current)) return false;
    visited.add(current);
    return (graph.get(current) ?? []).some(visit);
  };
  return visit(folder);
}

function readManifest(file: string): { name: string; dependencies?: Record<string, string> } {
  return JSON.parse(readFileSync(file, 'utf8'));
}
