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
  const answer = await fetch(url + path);
  return { answer, text: await answer.text() };
}

describe('the reference', () => {
  test('shows every call with its address, and every error', async () => {
    const { answer, text } = await page('/docs');
    expect(answer.status).toBe(200);
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

  test('shows code as code', async () => {
    const { text } = await page('/docs');
    expect(text).toContain(
      'Cursor from the <code>next</code> link of the previous page. Cannot be combined with <code>page</code>.',
    );
    expect(text.replace(/<pre.*?<\/pre>/gs, '')).not.toContain('`');
  });

  test('every link within it leads somewhere', async () => {
    for (const path of ['/docs', '/docs/signing', '/docs/oauth']) {
      const { text } = await page(path);
      const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
      for (const [, target] of text.matchAll(/ href="#([^"]+)"/g)) expect(ids).toContain(target);
      for (const [, target = ''] of text.matchAll(/ href="(\/[^"#]*)"/g))
        expect((await fetch(url + target)).status).toBe(200);
    }
  });

  test.each(['/docs', '/docs/signing', '/docs/oauth'])(
    '%s needs no script and no other host, and may not have any',
    async (path) => {
      const { answer, text } = await page(path);
      expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self';/);
      expect(text).not.toMatch(/<script|<iframe|<img| on\w+="| style="|="javascript:/i);
      for (const [, source] of text.matchAll(/(?:src|rel="stylesheet" href)="([^"]+)"/g)) expect(source).toMatch(/^\//);
    },
  );

  test('a reader who has it gets 304', async () => {
    const { answer } = await page('/docs/openapi.json');
    const again = await fetch(`${url}/docs/openapi.json`, {
      headers: { 'If-None-Match': answer.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });
});
