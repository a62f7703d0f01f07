import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readApiReference } from '@vitae/proto/api-reference';
import { errorReasons } from '@vitae/proto/error-reasons';
import express from 'express';
import { referenceStylesheet, serveStylesheet, stylesheet } from '../../layout/assets.ts';
import { docsRoutes } from './docs-routes.tsx';
import { scalarModule } from './scalar-bundle.ts';

type CodeSample = { lang: string; label: string; source: string };

const addresses = {
  COMPANY_API_URL: 'https://api.example.com',
  USER_API_URL: 'https://user.example.com',
  OAUTH_URL: 'https://oauth.example.com',
};
const reference = readApiReference(addresses);
const server = createServer(express().use(serveStylesheet, docsRoutes(reference, addresses)));
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

/** Returns the links of a visited page that lead to the documentation. */
function linksOn(path: string, pages: ReadonlyMap<string, string>): URL[] {
  return [...(pages.get(path) ?? '').matchAll(/ href="([^"]+)"/g)]
    .map(([, target = '']) => new URL(target.replaceAll('&amp;', '&'), url + path))
    .filter(({ origin, pathname }) => origin === url && !pathname.startsWith('/settings/'));
}

const documentOf = (path: string) => readFileSync(new URL(`../../../../../${path}`, import.meta.url), 'utf8');

describe('API reference', () => {
  test('describes every operation with its paths on one page', async () => {
    const { response, text } = await page('/docs/reference');
    expect(response.status).toBe(200);
    for (const { name, paths } of reference.operations) {
      expect(text).toContain(`id="${name}"`);
      for (const path of paths) expect(text).toContain(path.replace(/:(\w+)/g, '{$1}'));
    }
  });

  test('describes every error', async () => {
    const { text } = await page('/docs/errors');
    const words = text.replace(/<\/?code>/g, '`');
    for (const [reason, { when }] of Object.entries(errorReasons)) {
      expect(text).toContain(`id="${reason}"`);
      expect(words).toContain(when.replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
    }
    expect(text).toContain('id="oauth_problem"');
  });

  test.each([
    '/docs',
    '/docs/reference',
    '/docs/errors',
    '/docs/openapi.json',
    ...[scalarModule, stylesheet.path, referenceStylesheet.path],
  ])('compresses %s', async (path) => {
    for (const coding of ['br', 'gzip']) {
      const response = await fetch(url + path, { headers: { 'Accept-Encoding': coding } });
      expect([response.status, response.headers.get('content-encoding')]).toEqual([200, coding]);
    }
  });

  test.each(['/docs', '/docs/reference', '/docs/errors'])('links %s to the OpenAPI document', async (path) => {
    expect((await page(path)).response.headers.get('link')).toContain('</docs/openapi.json>; rel="service-desc"');
  });

  test('renders backquotes as code elements', async () => {
    const { text } = await page('/docs/reference');
    expect(text).toContain(
      'Cursor from the <code>next</code> link of the previous page, which is fast at any depth. Cannot be combined with <code>page</code>.',
    );
    expect(text.replace(/<pre.*?<\/pre>/gs, '')).not.toContain('`');
  });

  test('shows code samples for one operation', async () => {
    const { response, text } = await page('/docs/reference/users.search');
    expect(response.status).toBe(200);
    for (const language of ['curl', 'TypeScript', 'PHP', 'Python', 'Ruby', 'Go'])
      expect(text).toContain(`<summary>${language}</summary>`);
    expect((await page('/docs/reference/users.unknown')).response.status).toBe(404);
  });

  test('gives the console every operation with samples, and without security schemes', async () => {
    const document = JSON.parse((await page('/docs/console.json')).text);
    const operations = Object.values<Record<string, Record<string, unknown>>>(document.paths).flatMap(Object.values);
    const samples = operations.flatMap((operation) => (operation['x-codeSamples'] as CodeSample[]) ?? []);
    expect(samples).toHaveLength(6 * reference.operations.length);
    for (const { source } of samples) expect(source).toMatch(/https:\/\/(?:api|user)\.example\.com/);
    expect([document.security, document.components.securitySchemes]).toEqual([undefined, undefined]);
    expect(document.paths['/api/v1/users/search'].get.parameters).toContainEqual(
      expect.objectContaining({ name: 'term', schema: expect.objectContaining({ example: expect.any(String) }) }),
    );
  });

  test('allows the console only its own scripts and requests to the APIs', async () => {
    const { response, text } = await page('/docs');
    const apis = 'https://api.example.com https://user.example.com https://oauth.example.com';
    expect(response.headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      `connect-src 'self' ${apis}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    const [, module = ''] = /data-module="([^"]+)"/.exec(text) ?? [];
    for (const encoding of ['br', 'gzip']) {
      const script = await fetch(url + module, { headers: { 'Accept-Encoding': encoding } });
      expect(script.headers.get('content-encoding')).toBe(encoding);
      expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(await script.text()).toContain('createApiReference');
    }
  });

  test('contains no dead link on any page', async () => {
    const pages = new Map<string, string>();
    const visit = async (path: string): Promise<void> => {
      if (pages.has(path)) return;
      const { response, text } = await page(path);
      expect([path, response.status]).toEqual([path, 200]);
      pages.set(path, response.headers.get('content-type')?.startsWith('text/html') ? text : '');
      for (const { pathname } of linksOn(path, pages)) await visit(pathname);
    };
    await visit('/docs');
    expect([...pages.keys()]).toEqual(
      expect.arrayContaining(['/docs/errors', '/docs/reference/cv.read', '/docs/vectors.json']),
    );
    const missing = [...pages.keys()].flatMap((path) =>
      linksOn(path, pages).filter(
        ({ pathname, hash }) => hash && !pages.get(pathname)?.includes(` id="${hash.slice(1)}"`),
      ),
    );
    expect(missing.map(String)).toEqual([]);
  });

  test('offers the signers of the README and vectors on the page about signing', async () => {
    const { text } = await page('/docs/signing');
    expect(text).not.toContain('README');
    const signers = (name: string) =>
      [...documentOf(name).matchAll(/```(?:bash|javascript|php|python|ruby)\n.*?```/gs)].map(([block]) => block);
    expect(signers('docs/signing.md')).toHaveLength(5);
    expect(signers('docs/signing.md')).toEqual(signers('README.md'));
    expect(text).toContain('VITAE_URL=https://api.example.com ');
    for (const name of ['vectors', 'signature-vectors']) {
      const { response, text: vectors } = await page(`/docs/${name}.json`);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(JSON.parse(vectors)).toEqual(JSON.parse(documentOf(`docs/${name}.json`)));
    }
  });

  test.each(['/docs/reference', '/docs/reference/cv.read', '/docs/signing', '/docs/errors'])(
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
