import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UIConfig } from '@bull-board/api/dist/types.js';
import type { Response } from 'express';
import { confine } from '../../../layout/page-headers.ts';

/**
 * The page that runs the board's scripts. The board's own page has inline styles and fonts from another host, so only
 * its file names are used, which change with each version.
 */
export function boardPage(viewsPath: string, basePath: string, config: UIConfig): string {
  const original = readFileSync(join(viewsPath, 'index.ejs'), 'utf8');
  const files = (kind: 'css' | 'js') => original.match(new RegExp(`static/${kind}/[\\w.-]+\\.${kind}`, 'g')) ?? [];
  const settings = JSON.stringify(config).replaceAll('<', '\\u003c');
  return [
    '<!doctype html>',
    '<html lang="en" dir="ltr"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<base href="${basePath}/"><title>${config.boardTitle ?? ''}</title>`,
    '<link rel="icon" type="image/svg+xml" id="fav-logo" href="static/images/logo.svg">',
    ...files('css').map((file) => `<link rel="stylesheet" href="${file}">`),
    '</head><body>',
    // JSON data is not executed, so the policy allows it.
    `<script id="__UI_CONFIG__" type="application/json">${settings}</script>`,
    '<div id="root"></div>',
    ...files('js').map((file) => `<script defer src="${file}"></script>`),
    '</body></html>',
  ].join('\n');
}

// Hashes of the style elements that the board adds to its pages: a hidden scroll bar and the colors of a logo. A browser
// test fails if a new version adds others.
const STYLES =
  "'sha256-kLmvWqfziFavKtqHqRsb90f006UAK2Dmd0It5Iz2KFA=' 'sha256-r2N1TB/gHbBtBZFKg7ejmq1acVSREzucTAEw6ga4hoU='";

/** Allows the board to run its own files and to send requests to this site. */
export function setBoardHeaders(response: Response): void {
  const allowed = [
    "script-src 'self'",
    `style-src 'self' ${STYLES}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
  ];
  // The board's addresses are relative to <base> on all its pages.
  confine(response, allowed, { base: "'self'" });
  response.set({ 'Cache-Control': 'no-store', Vary: 'Cookie' });
}
