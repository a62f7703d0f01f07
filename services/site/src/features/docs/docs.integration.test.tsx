import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readApiReference } from '@vitae/proto/api-reference';
import { errorReasons } from '@vitae/proto/error-reasons';
import express from 'express';
import { serveStylesheet } from '../../layout/assets.ts';
import { docsRoutes } from './docs-routes.tsx';

const reference = readApiReference({
  COMPANY_API_URL: 'https://api.example.com',
  USER_API_URL: 'https://user.example.com',
  OAUTH_URL: 'https://oauth.example.com',
});
const server = createServer(express().use(serveStylesheet, docsRoutes(reference)));
let url = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

async function page(path: string) {
  const response = await fetch(url + path);
  return { response, text: await response.text() };
}

describe('API reference', () => {
  test('describes every operation with its paths and every error', async () => {
    const { response, text } = await page('/docs');
    expect(response.status).toBe(200);
    for (const { name, paths } of reference.operations) {
      expect(text).toContain(`id="${name}"`);
      for (const path of paths) expect(text).toContain(path.replace(/:(\w+)/g, '{$1}'));
    }
    const words = text.replace(/<\/?code>/g, '`');
    for (const [reason, { when }] of Object.entries(errorReasons)) {
      expect(text).toContain(`id="error-${reason}"`);
      expect(words).toContain(when.replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
    }
  });

  test('renders backquotes as code elements', async () => {
    const { text } = await page('/docs');
    expect(text).toContain(
      'Cursor from the <code>next</code> link of the previous page. Cannot be combined with <code>page</code>.',
    );
    expect(text.replace(/<pre.*?<\/pre>/gs, '')).not.toContain('`');
  });

  test('contains no broken links', async () => {
    for (const path of ['/docs', '/docs/signing', '/docs/oauth']) {
      const { text } = await page(path);
      const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
      for (const [, target] of text.matchAll(/ href="#([^"]+)"/g)) expect(ids).toContain(target);
      for (const [, target = ''] of text.matchAll(/ href="(\/[^"#]*)"/g))
        expect((await fetch(url + target)).status).toBe(200);
    }
  });

  test.each(['/docs', '/docs/signing', '/docs/oauth'])(
    'serves %s without scripts and resources of other hosts',
    async (path) => {
      const { response, text } = await page(path);
      expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self';/);
      expect(text).not.toMatch(/<script|<iframe|<img| on\w+="| style="|="javascript:/i);
      for (const [, source] of text.matchAll(/(?:src|rel="stylesheet" href)="([^"]+)"/g)) expect(source).toMatch(/^\//);
    },
  );

  test('returns 304 for an unchanged document', async () => {
    const { response } = await page('/docs/openapi.json');
    const cached = await fetch(`${url}/docs/openapi.json`, {
      headers: { 'If-None-Match': response.headers.get('etag') ?? '' },
    });
    expect(cached.status).toBe(304);
  });
});
