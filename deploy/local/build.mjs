// Transpiles the src/ of every package to dist/, file by file, without a type check, and bundles the scripts of pages.
// `node deploy/local/build.mjs` builds what runs; with --with-tests, test/ too (benchmarks, contact sheet).
// Plain JavaScript, because it runs before anything is built, under any Node from version 20.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BROWSER_BUNDLES, BROWSER_SOURCES, bundleForBrowsers } from './build-browser.mjs';
import { swcOptions } from './swc-options.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const stampFile = join(root, 'node_modules/.vitae-build');
// On the same file system as the outputs, so that a finished draft can be renamed into its place.
const draftFolder = join(root, 'node_modules/.cache/vitae-build');
const COMPILED = /\.tsx?$/;
const NOT_BUILT = /\.test\.tsx?$|\.d\.ts$/;
const SITE = 'services/site';
const IGNORED_FOLDERS = ['node_modules', 'dist', '__snapshots__'];
// A file system may store times less exactly than it reports them.
const SAME_TIME_MS = 2;

/**
 * Builds every package (or those of `folders`) incrementally: an output has the modification time of its source, so a
 * different time means that the source has changed. Outputs without a source are deleted.
 *
 * @param {{ folders?: string[], withTests?: boolean }} [options]
 * @returns {Promise<string[]>} the sources that were built, relative to the project
 */
export async function build({ folders = packageFolders(), withTests = false } = {}) {
  const fromScratch = !isStampCurrent();
  const tasks = folders.flatMap((folder) =>
    outdatedFiles(join(root, folder, 'src'), join(root, folder, 'dist'), fromScratch),
  );
  if (withTests) tasks.push(...outdatedFiles(join(root, 'test'), join(root, 'test/dist'), fromScratch));
  if (tasks.length > 0) await compile(tasks);
  if (fromScratch) await writeFile(stampFile, stamp());
  const bundles = folders.includes(SITE) ? await bundleForBrowsers(root, writeWhole) : [];
  return [...tasks.map(({ source }) => relative(root, source)), ...bundles];
}

/** The folders of all packages with a src/, relative to the project. */
export function packageFolders() {
  const services = readdirSync(join(root, 'services')).map((name) => `services/${name}`);
  return ['proto', 'gateway', 'deploy/local', ...services].filter((folder) => existsSync(join(root, folder, 'src')));
}

/** Outputs depend on the compiler and its options as well. */
function stamp() {
  const inputs = ['build.mjs', 'swc-options.mjs'].map((name) => join(root, 'deploy/local', name));
  const hash = createHash('sha256');
  for (const file of [...inputs, join(root, 'node_modules/@swc/core/package.json')]) hash.update(readFileSync(file));
  return hash.digest('hex');
}

function isStampCurrent() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp();
}

/** Deletes the outputs in `dist` that have no source; returns the sources in `src` whose output is missing or outdated. */
function outdatedFiles(src, dist, fromScratch) {
  const outputs = new Map(sourcesUnder(src).map((source) => [join(dist, outputOf(relative(src, source))), source]));
  for (const file of filesUnder(dist))
    if (!isUnder(BROWSER_BUNDLES, file) && !outputs.has(file.replace(/\.map$/, ''))) rmSync(file, { force: true });
  const outdated = [...outputs].filter(([output, source]) => fromScratch || !isCurrent(source, output));
  return outdated.map(([output, source]) => ({ source, output }));
}

const outputOf = (name) => name.replace(COMPILED, '.js');

function isCurrent(source, output) {
  const built = statSync(output, { throwIfNoEntry: false });
  return built !== undefined && Math.abs(built.mtimeMs - statSync(source).mtimeMs) < SAME_TIME_MS;
}

const sourcesUnder = (folder) =>
  filesUnder(folder, IGNORED_FOLDERS).filter(
    (file) =>
      !isUnder(BROWSER_SOURCES, file) && ((COMPILED.test(file) && !NOT_BUILT.test(file)) || file.endsWith('.json')),
  );

const isUnder = (folder, file) => file.startsWith(join(root, folder, '/'));

function filesUnder(folder, ignored = []) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return ignored.includes(entry.name) ? [] : filesUnder(join(folder, entry.name), ignored);
    return [join(folder, entry.name)];
  });
}

/** Image builders limit a process to 1024 open files. */
const MAX_CONCURRENT_FILES = 200;

async function compile(tasks) {
  for (const folder of new Set([draftFolder, ...tasks.map(({ output }) => dirname(output))]))
    mkdirSync(folder, { recursive: true });
  const { transformFile } = await import('@swc/core');
  const compileOne = async ({ source, output }) => {
    // Read before compiling: a change during the compilation must look like one afterwards.
    const { atime, mtime } = statSync(source);
    if (COMPILED.test(source)) await transpile(transformFile, source, output);
    else copyFileSync(source, output);
    utimesSync(output, atime, mtime);
  };
  for (let first = 0; first < tasks.length; first += MAX_CONCURRENT_FILES)
    await Promise.all(tasks.slice(first, first + MAX_CONCURRENT_FILES).map(compileOne));
}

async function transpile(transformFile, source, output) {
  const { code, map } = await transformFile(source, {
    ...swcOptions,
    jsc: { ...swcOptions.jsc, rewriteRelativeImportExtensions: true },
    sourceMaps: true,
    sourceFileName: relative(dirname(output), source),
    inputSourceMap: false,
    swcrc: false,
    configFile: false,
  });
  const { sourcesContent: _, ...lean } = JSON.parse(map);
  await writeWhole(`${output}.map`, JSON.stringify(lean));
  await writeWhole(output, `${code}//# sourceMappingURL=${basename(output)}.map\n`);
}

let drafts = 0;

/** A process that starts during a build reads the old file or the new one, never half a file. */
async function writeWhole(file, text) {
  drafts += 1;
  const draft = join(draftFolder, `${process.pid}-${drafts}`);
  await writeFile(draft, text);
  await rename(draft, file);
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const built = await build({ withTests: process.argv.includes('--with-tests') });
  process.stderr.write(`Built ${built.length} files\n`);
}
