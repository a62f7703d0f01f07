import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { templateIds } from '@vitae/document/templates/templates';
import { runSynchronously } from '@vitae/kit/slices';
import type { ExportSource, SourcePicture } from '@vitae/proto/export-source';
import { renderCv } from '@vitae/site/features/public-cvs/render-cv';
import { cvFonts } from '@vitae/site/layout/assets';
import express from 'express';
import type { Browser } from 'puppeteer';
import { fileName } from './render-files.ts';
import type { ShownCv } from './sheet-page.ts';

/** The width of a window in pixels, and the height of two A4 pages of this width. */
const WINDOW = { width: 860, height: 2_432 };
const FORMAT = 'web';

/** Captures the upper part of the published page of every CV in every template. */
export async function captureWebPages(
  sources: Record<string, ExportSource>,
  browser: Browser,
  folder: string,
): Promise<ShownCv[]> {
  await mkdir(join(folder, FORMAT), { recursive: true });
  const server = siteOf(sources).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const shown: ShownCv[] = [];
  try {
    const page = await browser.newPage();
    for (const cv of Object.keys(sources)) {
      for (const template of templateIds) {
        const picture = join(FORMAT, `${fileName(cv, template)}.png`);
        await page.setViewport({ ...WINDOW, height: 600 });
        await page.goto(`http://127.0.0.1:${port}${pathOf(cv)}?template=${template}`, { waitUntil: 'networkidle0' });
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        const path = join(folder, picture) as `${string}.png`;
        await page.screenshot({ path, clip: { x: 0, y: 0, ...WINDOW, height: Math.min(height, WINDOW.height) } });
        shown.push({ cv, template, format: FORMAT, pages: [picture] });
      }
    }
    await page.close();
  } finally {
    server.close();
  }
  return shown;
}

const pathOf = (cv: string) => `/${encodeURIComponent(cv)}`;

/** Serves the pages of CVs with their pictures and fonts. */
function siteOf(sources: Record<string, ExportSource>): express.Express {
  const app = express();
  for (const { path, serve } of cvFonts.values()) app.get(path, serve);
  for (const [cv, source] of Object.entries(sources)) {
    app.get(pathOf(cv), ({ query: { template } }, response) => {
      const styled = { ...source, webDisplay: { ...source.webDisplay, id: String(template) } };
      const { html } = runSynchronously(renderCv(undefined, styled, '', Date.now(), pathOf(cv)));
      response.type('html').send(html);
    });
    app.get(`${pathOf(cv)}/photo`, (_request, response) => sendPicture(response, source.photo));
    for (const [path, logo] of Object.entries(source.logos))
      app.get(path, (_request, response) => sendPicture(response, logo));
  }
  return app;
}

function sendPicture(response: express.Response, picture: SourcePicture | null): void {
  if (picture) response.type(picture.contentType).send(Buffer.from(picture.base64, 'base64'));
  else response.sendStatus(404);
}
