import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'puppeteer';
import { startBrowser, type TestBrowser } from '../support/browser.ts';
import { createGrantedApplication } from '../support/gateway/granted-application.ts';
import { sampleCv } from '../support/gateway/sample-cv.ts';
import { type Signer, signRequest, toAuthorizationHeader } from '../support/gateway/sign-request.ts';
import { type SystemFixture, startSystemFixture } from '../support/gateway/system-fixture.ts';

const PUBLIC_URL = 'http://localhost:8080';
const CV = '/cv/7';

let system: SystemFixture;
let gateway: string;
let browser: TestBrowser;
let page: Page;
let signer: Signer;
/** Servers of pages: one whose origin the application has, one that another application has, one that none has. */
const pages = ['', '', ''].map(() =>
  createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end('<!doctype html>')),
);
let origins: string[];

beforeAll(async () => {
  await Promise.all(pages.map((server) => once(server.listen(0, '127.0.0.1'), 'listening')));
  origins = pages.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  system = await startSystemFixture(process.env);
  const [own = '', other = ''] = origins;
  const granted = await createGrantedApplication(system, [own]);
  signer = granted.signer;
  const { id: companyId } = system.company;
  await granted.applications.create({ companyId, name: 'Other', callbacks: ['oob'], origins: [other] });
  system.resume.cvs.set(7, { companyId, revision: 1, json: sampleCv(7) });
  gateway = (await system.start()).url;
  browser = await startBrowser(process.env);
  ({ page } = await browser.open());
});
afterAll(async () => {
  await browser?.close();
  for (const server of pages) server.close();
  await system?.close();
});

/** Sends a signed request from the current page. Returns what the page can read; undefined if the browser hides it. */
async function fetchOnPage(key = signer.key): Promise<{ status: number; headers: string[]; text: string } | undefined> {
  const parameters = signRequest({ ...signer, key }, { method: 'GET', url: PUBLIC_URL + CV });
  const Authorization = toAuthorizationHeader(parameters);
  return page.evaluate(
    (url, headers) =>
      fetch(url, { headers, credentials: 'omit' }).then(
        async (response) => ({
          status: response.status,
          headers: [...response.headers.keys()],
          text: await response.text(),
        }),
        () => undefined,
      ),
    gateway + CV,
    { Authorization, 'If-None-Match': '"other"' },
  );
}

test('a browser shows responses only to pages of the application that signed the request', async () => {
  const [own = '', other = '', unknown = ''] = origins;
  await page.goto(own);
  const read = await fetchOnPage();
  expect(read).toMatchObject({ status: 200, text: sampleCv(7) });
  expect(read?.headers).toEqual(expect.arrayContaining(['etag', 'x-ratelimit-remaining', 'x-request-id']));
  expect(await fetchOnPage('wrong')).toMatchObject({
    status: 401,
    text: expect.stringContaining('oauth_problem=signature_invalid'),
  });
  await page.goto(other);
  expect(await fetchOnPage()).toBeUndefined();
  expect(await fetchOnPage('wrong')).toMatchObject({ status: 401 });
  await page.goto(unknown);
  expect(await fetchOnPage()).toBeUndefined();
  expect(await fetchOnPage('wrong')).toBeUndefined();
});
