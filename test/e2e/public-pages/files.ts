import { pdfText } from '../../support/pdf.ts';
import type { PublicCvs, Visitor } from '../../support/public-cvs.ts';
import { content, fetchFile } from './published-cv.ts';

/** What a page offers to take along, and what other sites show of it. */
export function publicFiles(site: () => PublicCvs): void {
  let visitor: Visitor;
  beforeEach(() => {
    visitor = site().visitor();
  });

  describe('a printable address', () => {
    test('works in a plain browser: it waits on a page, then has the file, with its name', async () => {
      const cv = await site().create(content);
      const { printable } = await site().read(cv);
      const { pathname, search } = new URL(printable.pdf);
      const waiting = await visitor.get(pathname + search);
      expect(waiting.status).toBe(202);
      expect(waiting.headers.get('retry-after')).toBe('2');
      expect(waiting.headers.get('refresh')).toBe(`2; url=${pathname + search}`);
      expect(waiting.text).toContain('<h1>The file is being made</h1>');
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

    test('is offered on the page in five formats, each of which is a file', async () => {
      const cv = await site().create(content);
      const { text } = await visitor.get(cv.path);
      const addresses = [...text.matchAll(/href="(\/c\/[\w-]+\/export\?format=(\w+))"/g)];
      expect(addresses.map(([, , format]) => format)).toEqual(['pdf', 'docx', 'doc', 'odt', 'txt']);
      const begins: Record<string, string> = { pdf: '%PDF', docx: 'PK', doc: '\u{d0}\u{cf}\u{11}\u{e0}', odt: 'PK' };
      for (const [, path = '', format = ''] of addresses) {
        const file = await fetchFile(site(), path);
        expect([format, file.status]).toEqual([format, 200]);
        expect(file.bytes.toString('latin1').startsWith(begins[format] ?? '')).toBe(true);
      }
    });

    test('cannot be asked for without end', async () => {
      const cv = await site().create(content);
      const { pathname, search } = new URL((await site().read(cv)).printable.pdf);
      await fetchFile(site(), pathname + search);
      const answers = await Promise.all(Array.from({ length: 100 }, () => visitor.get(pathname + search)));
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThanOrEqual(30);
      expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(
        (
          await site()
            .visitor()
            .get(pathname + search)
        ).status,
      ).toBe(200);
    });
  });

  describe('the picture for link previews', () => {
    test('is a PNG of 1200 × 630, made once', async () => {
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
