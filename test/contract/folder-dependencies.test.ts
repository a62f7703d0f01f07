import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { projectRoot } from '@vitae/test/support/project-root';

const IMPORT = /\bfrom '(\.{1,2}\/[^']+)'|\bimport\('(\.{1,2}\/[^']+)'\)/g;

/** Returns the folders that each folder imports from its own package, without tests. */
function folderImports(): Map<string, Set<string>> {
  const sources = globSync('{gateway,proto,services/*,deploy/local}/src/**/*.{ts,tsx}', {
    cwd: projectRoot,
    exclude: (name) => /\.test\.tsx?$|(^|\/)gen$/.test(name),
  });
  const imports = new Map<string, Set<string>>();
  for (const source of sources) {
    const folder = dirname(source);
    const targets = imports.get(folder) ?? new Set();
    imports.set(folder, targets);
    for (const [, fixed, lazy] of readFileSync(join(projectRoot, source), 'utf8').matchAll(IMPORT))
      targets.add(posix.dirname(posix.join(folder, fixed ?? lazy ?? '')));
  }
  return imports;
}

/** A folder and its parent may import each other: the parent combines what its folders contain. */
const isInside = (folder: string, parent: string) => folder === parent || folder.startsWith(`${parent}/`);

test('no two folders of a package import each other', () => {
  const imports = folderImports();
  const pairs = Array.from(imports, ([folder, targets]) =>
    Array.from(targets, (target) => [folder, target] as const).filter(
      ([a, b]) => a < b && !isInside(b, a) && imports.get(b)?.has(a),
    ),
  ).flat();
  expect(imports.get('services/site/src/components')).toContain('services/site/src/layout');
  expect(pairs).toEqual([]);
});
