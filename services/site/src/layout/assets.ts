import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fontFiles } from '@vitae/document/pages/web-fonts';
import type { RequestHandler } from 'express';

/** A file that pages load. Its path contains a digest of the content, so that browsers can cache it indefinitely. */
export type Asset = { path: string; serve: RequestHandler };

export const stylesheet = asset('site.css');
export const referenceStylesheet = asset('reference.css', '/docs');
/** The fonts of CVs by file name. */
export const cvFonts: ReadonlyMap<string, Asset> = new Map(fontFiles.map((file) => [file, font(file)]));
/** Runs the copy buttons. */
export const copyScript = asset('copy.js');
/** Saves the form of a CV while the owner types. */
export const editorScript = asset('editor.js');
/** Moves entries of a CV by drag and drop. */
export const orderScript = asset('order.js');
/** SortableJS, which `orderScript` needs. */
export const sortableScript = asset('sortable.js', '/assets', packageFile('sortablejs/Sortable.min.js'));
/** Crops and rotates a photo. */
export const cropScript = asset('crop.js');
/** Cropper.js, which `cropScript` needs. */
export const cropperScript = asset('cropper.js', '/assets', packageFile('cropperjs/dist/cropper.min.js'));
/** Shows the pages of a CV while the owner types. */
export const previewScript = asset('preview.js');
/** Updates the consumption page while it is open. */
export const liveScript = asset('live.js');

/** Serves the stylesheet on the host of every surface. */
export const serveStylesheet: RequestHandler = (request, response, next) => {
  if (request.path !== stylesheet.path || (request.method !== 'GET' && request.method !== 'HEAD')) return next();
  return stylesheet.serve(request, response, next);
};

function font(file: string): Asset {
  const family = file.slice(0, file.indexOf('-'));
  return asset(file as `${string}.woff2`, '/assets', packageFile(`@fontsource/${family}/files/${file}`));
}

function packageFile(name: string): string {
  return createRequire(import.meta.url).resolve(name);
}

function asset(
  name: `${string}.${'css' | 'js' | 'woff2'}`,
  directory = '/assets',
  file: string | URL = new URL(`../../assets/${name}`, import.meta.url),
): Asset {
  const content = readFileSync(file);
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 16);
  const [base, type] = name.split('.') as [string, string];
  return {
    path: `${directory}/${base}.${digest}.${type}`,
    serve: (_request, response) => {
      response
        .set({ 'Cache-Control': 'public, max-age=31536000, immutable', 'X-Content-Type-Options': 'nosniff' })
        .type(type)
        .send(content);
    },
  };
}
