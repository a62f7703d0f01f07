import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fontFiles } from '@vitae/document/pages/web-fonts';
import { serveStatic } from '@vitae/kit/http/serve-static';
import { type DisplayId, displayIds } from '@vitae/proto/display';
import type { RequestHandler } from 'express';

/** A file that pages load. Its path contains a digest of the content, so that browsers can cache it indefinitely. */
export type Asset = { path: string; serve: RequestHandler };

const contentTypes = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  woff2: 'font/woff2',
  webp: 'image/webp',
} as const;

export const stylesheet = asset('site.css');
export const referenceStylesheet = asset('reference.css', '/docs');
const serifStyles = ['400', '400-italic', '700'].flatMap((style) => [`caladea/${style}`, `noto-serif/${style}`]);
const printFontStyles = [...serifStyles, 'carlito/400', 'carlito/700']
  .map((name) => readFileSync(packageFile(`@fontsource/${name}.css`), 'utf8'))
  .join('\n');
const WOFF2 = /url\(\.\/files\/([\w-]+\.woff2)\)/g;
const printFontFiles = Array.from(printFontStyles.matchAll(WOFF2), ([, file]) => file ?? '');
/** The fonts of CVs by file name. */
export const cvFonts: ReadonlyMap<string, Asset> = new Map(
  [...fontFiles, ...printFontFiles].map((file) => [file, font(file)]),
);
/** The fonts of printed CVs. Browsers load only the files with letters of the page. */
export const printFonts = asset(
  'print-fonts.css',
  '/assets',
  Buffer.from(
    printFontStyles
      .replaceAll(/, url\([^()]+\.woff\) format\('woff'\)/g, '')
      .replaceAll(WOFF2, (_url, file) => `url(${cvFonts.get(file)?.path})`),
  ),
);
/** The first page of an example in each template. `npm run contact-sheet -- --templates` draws them. */
export const templatePictures: ReadonlyMap<DisplayId, Asset> = new Map(
  displayIds.map((id) => [id, asset(`template-${id}.webp`)]),
);
/** Runs the copy buttons. */
export const copyScript = bundle('copy.js');
/** Runs the pages of the editor: saves while the owner types, shows the preview, moves entries and crops photos. */
export const editorScript = bundle('editor.js');
/** Signs requests in the browser. */
export const signerScript = asset('request-signer.js');
/** Runs the API reference and its console. */
export const consoleScript = asset('docs-console.js');
/** Updates the consumption page while it is open. */
export const liveScript = bundle('live.js');

/** Serves the stylesheet on the host of every surface. */
export const serveStylesheet: RequestHandler = (request, response, next) => {
  if (request.path !== stylesheet.path || (request.method !== 'GET' && request.method !== 'HEAD')) return next();
  return stylesheet.serve(request, response, next);
};

function font(file: string): Asset {
  const family = file.replace(/-[a-z]+(?:-ext)?-\d+-[a-z]+\.woff2$/, '');
  return asset(file as `${string}.woff2`, '/assets', readFileSync(packageFile(`@fontsource/${family}/files/${file}`)));
}

/** A script that the build has made of a module in src/browser/. */
function bundle(name: `${string}.js`): Asset {
  return asset(name, '/assets', readFileSync(new URL(`../../dist/browser/${name}`, import.meta.url)));
}

function ownFile(name: string): URL {
  return new URL(`../../assets/${name}`, import.meta.url);
}

function packageFile(name: string): string {
  return createRequire(import.meta.url).resolve(name);
}

function asset(
  name: `${string}.${keyof typeof contentTypes}`,
  directory = '/assets',
  content = readFileSync(ownFile(name)),
): Asset {
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 16);
  const [base, type] = name.split('.') as [string, keyof typeof contentTypes];
  return {
    path: `${directory}/${base}.${digest}.${type}`,
    serve: serveStatic(content, {
      'Content-Type': contentTypes[type],
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
    }),
  };
}
