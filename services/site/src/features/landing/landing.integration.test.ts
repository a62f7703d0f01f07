import { type PublicUrls, restrictToHost } from '@vitae/kit/http/host-routing';
import { type HttpListener, listenHttp } from '@vitae/kit/http/listen-http';
import { locales } from '@vitae/proto/locale';
import express from 'express';
import { messagesFor } from '../../locales/messages.ts';
import { createLanding } from './landing.tsx';

const urls: PublicUrls = {
  COMPANY_API_URL: 'https://api.example.com',
  OAUTH_URL: 'https://oauth.example.com',
  USER_API_URL: 'https://user.example.com',
  SITE_URL: 'https://cv.example.com',
};
let http: HttpListener;

beforeAll(async () => {
  const { page, redirect } = createLanding(urls.SITE_URL);
  const app = express().set('trust proxy', true);
  app.use(express.Router().use(restrictToHost('SITE_URL', urls), page));
  http = await listenHttp(app.use(redirect), '127.0.0.1', 0);
});
afterAll(() => http.close());

const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${http.port}${path}`, {
    redirect: 'manual',
    headers: { 'X-Forwarded-Host': 'cv.example.com', Accept: 'text/html', ...headers },
  });

test.each(locales)('links account, settings and documentation in %s', async (locale) => {
  const { landing } = messagesFor(locale);
  const chosen = await (await open(`/?locale=${locale}`)).text();
  expect(chosen).toContain(`<html lang="${locale}">`);
  for (const text of [landing.title, landing.lead, landing.account.link, landing.settings.link, landing.docs.title])
    expect(chosen).toContain(text);
  for (const path of [`/account?locale=${locale}`, `/settings?locale=${locale}`, '/docs', '/docs/signing'])
    expect(chosen).toContain(`href="${path}"`);
  const preferred = await open('/', { 'Accept-Language': `${locale};q=0.9, ja` });
  expect([preferred.status, await preferred.text()]).toEqual([200, expect.stringContaining(`<html lang="${locale}">`)]);
});

test('redirects from the host of an API to the site', async () => {
  for (const host of ['api.example.com', 'localhost']) {
    const response = await open('/', { 'X-Forwarded-Host': host });
    expect([response.status, response.headers.get('location')]).toEqual([302, 'https://cv.example.com/']);
  }
});

test('leaves other requests to the following handlers', async () => {
  for (const [path, accept] of [
    ['/', 'application/json'],
    ['/unknown', 'text/html'],
  ] as const)
    for (const host of ['cv.example.com', 'api.example.com'])
      expect((await open(path, { Accept: accept, 'X-Forwarded-Host': host })).status).toBe(404);
});
