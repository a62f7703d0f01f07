import { type HttpListener, listenHttp } from '@vitae/kit/http/listen-http';
import { readApiReference } from '@vitae/proto/api-reference';
import { docsRoutes } from '@vitae/site/features/docs/docs-routes';
import { createLanding } from '@vitae/site/features/landing/landing';
import { serveStylesheet } from '@vitae/site/layout/assets';
import express from 'express';
import type { Page } from 'puppeteer';
import { devices, startBrowser, type TestBrowser } from '../support/browser.ts';
import { findPageProblems } from '../support/page-problems.ts';

let http: HttpListener;
let browser: TestBrowser;

beforeAll(async () => {
  const addresses = {
    COMPANY_API_URL: 'https://api.example',
    USER_API_URL: 'https://user.example',
    OAUTH_URL: 'https://oauth.example',
  };
  const docs = docsRoutes(readApiReference(addresses), addresses);
  http = await listenHttp(
    express().use(serveStylesheet, createLanding('https://site.example').page, docs),
    '127.0.0.1',
    0,
  );
  browser = await startBrowser(process.env);
});
afterAll(async () => {
  await browser.close();
  await http.close();
});

async function* visit(page: Page): AsyncGenerator<string> {
  for (const name of ['', 'docs', 'docs/signing', 'docs/oauth']) {
    await page.goto(`http://127.0.0.1:${http.port}/${name}`);
    yield name.replace('/', '-') || 'landing';
  }
}

test.each(devices)(
  'landing and documentation pages have no accessibility violation or horizontal overflow at $width px, $scheme',
  async (device) => {
    expect(await findPageProblems({ browser, device, address: '2001:db8::1', visit })).toEqual({});
  },
  400_000,
);
