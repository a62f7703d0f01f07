import { existsSync, type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

// Editors and git write several files in a row.
const DEBOUNCE_MS = 40;
const NOT_WATCHED = ['node_modules', 'dist'];
// Hidden files, backups of editors, tests.
const IGNORED = /(^|\/)(\.|\d+$)|~$|\.test\.tsx?$/;

/**
 * Watches all files under `folders`, except tests, outputs and dependencies.
 *
 * @param onChange receives the paths of changed files relative to `root`, at most every 40 ms
 * @returns a function that stops watching
 */
export function watchFiles(root: string, folders: readonly string[], onChange: (files: string[]) => void): () => void {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const report = () => {
    const files = [...changed];
    changed.clear();
    onChange(files);
  };
  const watchers: FSWatcher[] = folders.flatMap(watchedFolders(root)).map((folder) =>
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      if (name === null || IGNORED.test(name)) return;
      changed.add(join(folder, name));
      clearTimeout(timer);
      timer = setTimeout(report, DEBOUNCE_MS);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

/** In a package, dependencies and outputs lie next to the sources, so its folders are watched separately. */
const watchedFolders = (root: string) => (folder: string) => {
  if (!existsSync(join(root, folder))) return [];
  if (!existsSync(join(root, folder, 'package.json'))) return [folder];
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NOT_WATCHED.includes(entry.name))
    .map(({ name }) => join(folder, name));
};
