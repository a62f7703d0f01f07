import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const IMPORT = /^(?!import type )(?:import|export)\b[^;'"]*?(?:from )?'([^']+)'|\bimport\('([^']+)'\)/gm;
const PACKAGE = /^@vitae\/(\w+)\/(.+)$/;
const FOLDERS = ['services/$/src/', '$/src/', '$/'];

/** Returns those of the tests that load the source file, directly or through other files. Paths are relative to `root`. */
export function testsThatLoad(source: string, tests: readonly string[], root: string): string[] {
  return tests.filter((test) => filesLoadedBy(test, root).has(source));
}

const loadedByTest = new Map<string, ReadonlySet<string>>();
const importsOfFile = new Map<string, string[]>();

function filesLoadedBy(test: string, root: string): ReadonlySet<string> {
  const known = loadedByTest.get(test);
  if (known) return known;
  const loaded = new Set([test]);
  for (const file of loaded) for (const imported of importsOf(file, root)) loaded.add(imported); // grows while it is read
  loadedByTest.set(test, loaded);
  return loaded;
}

function importsOf(file: string, root: string): string[] {
  let imports = importsOfFile.get(file);
  if (!imports) {
    const found = readFileSync(join(root, file), 'utf8').matchAll(IMPORT);
    imports = [...found].flatMap(([, from, dynamic]) => resolveImport(from ?? dynamic ?? '', file, root) ?? []);
    importsOfFile.set(file, imports);
  }
  return imports;
}

/** Returns undefined for modules that are not part of the project. */
function resolveImport(specifier: string, file: string, root: string): string | undefined {
  if (specifier.startsWith('.')) {
    const path = normalize(join(dirname(file), specifier));
    return /\.tsx?$/.test(path) && existsSync(join(root, path)) ? path : undefined;
  }
  const [, name = '', path = ''] = PACKAGE.exec(specifier) ?? [];
  const candidates = FOLDERS.flatMap((folder) =>
    ['.ts', '.tsx'].map((extension) => `${folder.replace('$', name)}${path}${extension}`),
  );
  return name ? candidates.find((candidate) => existsSync(join(root, candidate))) : undefined;
}
