// Bundles the scripts of the site's pages. Each file directly in src/browser/ becomes one file in dist/browser/.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The sources, which run in browsers and are not transpiled for Node. */
export const BROWSER_SOURCES = 'services/site/src/browser';
export const BROWSER_BUNDLES = 'services/site/dist/browser';
const ENTRY = /^[a-z-]+\.tsx?$/;
const NOT_BUNDLED = /\.test\.tsx?$/;

/**
 * Bundles all scripts, and writes those that have changed.
 *
 * @param {string} root the folder of the project
 * @param {(file: string, text: string) => Promise<void>} write
 * @returns {Promise<string[]>} the bundles that were written, relative to the project
 */
export async function bundleForBrowsers(root, write) {
  const folder = join(root, BROWSER_SOURCES);
  const names = readdirSync(folder).filter((name) => ENTRY.test(name) && !NOT_BUNDLED.test(name));
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: names.map((name) => join(folder, name)),
    outdir: join(root, BROWSER_BUNDLES),
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    // As in the other programs that run from the sources of the workspace.
    conditions: ['source'],
    legalComments: 'none',
    logLevel: 'silent',
  });
  mkdirSync(join(root, BROWSER_BUNDLES), { recursive: true });
  const changed = outputFiles.filter(({ path, text }) => !existsSync(path) || readFileSync(path, 'utf8') !== text);
  await Promise.all(changed.map(({ path, text }) => write(path, text)));
  return changed.map(({ path }) => join(BROWSER_BUNDLES, basename(path)));
}
