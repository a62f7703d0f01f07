import { fileStarts } from '../../support/export/file-starts.ts';
import { pdfText } from '../../support/pdf.ts';
import type { PublicCvs, Visitor } from '../../support/public-cvs.ts';
import { content, fetchFile } from './published-cv.ts';

/** Downloads and link preview pictures of a CV's page. */
export function publicFiles(site: () => PublicCvs): void {
  let visitor: Visitor;
  beforeEach(() => {
    visitor = site().visitor();
  });

  describe('export link', () => {
    test('shows a waiting page that refreshes until the file is ready', async () => {
      const cv = await site().create(content);
      const { printable } = await site().read(cv);
      const { pathname, search } = new URL(printable.pdf);
      const waiting = await visitor.get(pathname + search);
      expect(waiting.status).toBe(202);
      expect(waiting.headers.get('retry-after')).toBe('2');
      expect(waiting.headers.get('refresh')).toBe(`2; url=${pathname + search}`);
      expect(waiting.text).toContain('<h1>Preparing your file</h1>');
      const page = pathname.replace(/\/export$/, '');
      expect(waiting.text).toContain(`<a href="${page}">Back to the CV</a>`);
      expect((await visitor.get(page)).text).toContain('Grace Hopper');
      const file = await fetchFile(site(), pathname + search);
      expect(file.headers.get('content-type')).toBe('application/pdf');
      expect(file.headers.get('content-disposition')).toContain('Grace Hopper - CV.pdf');
      expect(file.headers.get('x-robots-tag')).toBe('noindex');
      expect(file.headers.get('cache-control')).toBe('private, no-cache');
      expect(await pdfText(file.bytes)).toContain('Grace Hopper');
      const known = await visitor.get(pathname + search, {
        headers: { 'If-None-Match': file.headers.get('etag') ?? '' },
      });
      expect([known.status, known.bytes.length]).toEqual([304, 0]);
      expect((await visitor.get(`${pathname}?format=exe`)).status).toBe(404);
    });

    test('of an owner with emoji instead of names has these names, below an address of letters', async () => {
      const username = `${crypto.randomUUID()}@example.com`;
      const owner = { username, firstname: '🙂', lastname: '👩🏽‍💻' };
      const cv = await site().create({ ...content, title: '🍞', main: true }, owner);
      const other = await site().create({ ...content, title: '🍞' }, { ...owner, username: `other-${username}` });
      for (const { path } of [cv, other]) expect(path).toMatch(/^\/p\/cv(-\d+)?$/);
      expect(cv.path).not.toBe(other.path);
      const { text } = await visitor.get(cv.path);
      expect(text).toContain('<title>🙂 👩🏽‍💻 – 🍞</title>');
      const { pathname } = new URL((await site().read(cv)).printable.pdf);
      const file = await fetchFile(site(), `${pathname}?format=pdf`);
      // File names have no invisible characters, also not those that join emoji.
      const name = encodeURIComponent('🙂 👩🏽💻 - CV.pdf');
      expect(file.headers.get('content-disposition')).toContain(`filename*=UTF-8''${name}`);
      expect(await pdfText(file.bytes)).toMatch(/🙂.*🍞/s);
    });

    test('is on the page for five formats, each with a valid file', async () => {
      const cv = await site().create(content);
      const { text } = await visitor.get(cv.path);
      const addresses = [...text.matchAll(/href="(\/c\/[\w-]+\/export\?format=(\w+))"/g)];
      expect(addresses.map(([, , format]) => format)).toEqual(['pdf', 'docx', 'doc', 'odt', 'txt']);
      const starts: Record<string, string> = fileStarts;
      for (const [, path = '', format = ''] of addresses) {
        const file = await fetchFile(site(), path);
        expect([format, file.status]).toEqual([format, 200]);
        expect(file.bytes.toString('latin1').startsWith(starts[format] ?? '')).toBe(true);
      }
    });

    test('is rate limited for each visitor', async () => {
      const cv = await site().create(content);
      const { pathname, search } = new URL((await site().read(cv)).printable.pdf);
      await fetchFile(site(), pathname + search);
      const responses = await Promise.all(Array.from({ length: 100 }, () => visitor.get(pathname + search)));
      const rejected = responses.filter(({ status }) => status === 429);
      expect(rejected.length).toBeGreaterThanOrEqual(30);
      expect(Number(rejected[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(
        (
          await site()
            .visitor()
            .get(pathname + search)
        ).status,
      ).toBe(200);
    });
  });

  describe('link preview picture', () => {
    test('is a PNG of 1200 × 630 pixels with an entity tag', async () => {
      const cv = await site().create(content);
      const picture = await fetchFile(site(), `${cv.path}/preview.png`);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect([picture.bytes.readUInt32BE(16), picture.bytes.readUInt32BE(20)]).toEqual([1200, 630]);
      expect(picture.headers.get('content-disposition')).toBeNull();
      const headers = { 'If-None-Match': picture.headers.get('etag') ?? '' };
      expect((await visitor.get(`${cv.path}/preview.png`, { headers, gateway: site().gateways[1] })).status).toBe(304);
    });
  });
}
