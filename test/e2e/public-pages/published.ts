import type { PublicCv, PublicCvs, Visitor } from '../../support/public-cvs.ts';
import { until } from '../../support/until.ts';
import { content, linkedData, meta } from './published-cv.ts';

/** Content and headers of published pages, and visit counts. */
export function publishedPages(site: () => PublicCvs): void {
  let visitor: Visitor;
  beforeEach(() => {
    visitor = site().visitor();
  });

  describe('page', () => {
    let cv: PublicCv;
    beforeAll(async () => {
      cv = await site().create({ ...content, main: true });
    });

    test('has metadata for search engines and link previews', async () => {
      const page = await visitor.get(cv.path);
      const address = site().gateways[0] + cv.path;
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.text).toContain('<html lang="en-US" dir="ltr"');
      expect(page.text).toContain('<title>Grace Hopper – Compiler Engineer</title>');
      expect(page.text).toContain(`<link rel="canonical" href="${address}"`);
      expect(meta(page, 'og:title')).toBe('Grace Hopper – Compiler Engineer');
      expect(meta(page, 'og:url')).toBe(address);
      expect(meta(page, 'og:image')).toBe(`${address}/preview.png`);
      expect(meta(page, 'description')).toBe('Writes compilers for people.');
      expect(meta(page, 'robots')).toBeUndefined();
      expect(page.headers.get('x-robots-tag')).toBeNull();
      expect(linkedData(page)).toMatchObject({
        '@type': 'ProfilePage',
        url: address,
        mainEntity: {
          '@type': 'Person',
          name: 'Grace Hopper',
          jobTitle: 'Compiler Engineer',
          sameAs: ['https://blog.example/grace'],
          alumniOf: [{ '@type': 'EducationalOrganization', name: 'Yale' }],
        },
      });
    });

    test('allows only its own style sheet, pictures and fonts', async () => {
      const { headers } = await visitor.get(cv.path);
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; font-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'$/,
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('set-cookie')).toBeNull();
    });

    test('is revalidated with every request and sent only if it has changed', async () => {
      const first = await visitor.get(cv.path);
      const entityTag = first.headers.get('etag') ?? '';
      expect(entityTag).toMatch(/^"[\w-]+"$/);
      expect(first.headers.get('cache-control')).toBe('private, no-cache');
      const unchanged = await visitor.get(cv.path, {
        headers: { 'If-None-Match': entityTag },
        gateway: site().gateways[1],
      });
      expect([unchanged.status, unchanged.text]).toEqual([304, '']);
      await site().update(cv, { title: 'Rear Admiral' });
      const changed = await visitor.get(cv.path, { headers: { 'If-None-Match': entityTag } });
      expect([changed.status, changed.text.includes('Rear Admiral')]).toEqual([200, true]);
    });

    test('is hidden from search engines if the owner chose so, and always at its private link', async () => {
      const link = await visitor.get(await site().privatePath(cv));
      expect([link.status, link.headers.get('x-robots-tag'), meta(link, 'robots')]).toEqual([
        200,
        'noindex',
        'noindex',
      ]);
      await site().update(cv, { indexed: false });
      const page = await visitor.get(cv.path);
      expect([page.headers.get('x-robots-tag'), meta(page, 'robots')]).toEqual(['noindex', 'noindex']);
    });

    test('has the design and color of the web display', async () => {
      const { api } = site().companies.ours;
      for (const id of ['modern', 'compact', 'classic']) {
        await api.put(`/api/v1/cv/${cv.id}/display/web`, { id, color: '#7a1f4b' });
        const { text } = await visitor.get(cv.path);
        expect(text).toContain(`<body class="look-${id}">`);
        expect(text).toContain('--accent:#7a1f4b');
      }
      await api.put(`/api/v1/cv/${cv.id}/display/web`, { id: 'of another version', color: '#ffffff' });
      const { text } = await visitor.get(cv.path);
      expect(text).toContain('<body class="look-classic">');
      expect(text).not.toContain('--accent:#ffffff');
    });
  });

  describe('visit', () => {
    const visits = async ({ userId }: PublicCv): Promise<number> => {
      const { json } = await site().companies.ours.api.get('/api/v1/svc/user/stats', { query: { userId } });
      return json.visits.visit.at(-1).value;
    };

    test('is counted once per day and visitor, except for crawlers and previews', async () => {
      const cv = await site().create(content);
      await visitor.get(cv.path, { headers: { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' } });
      await visitor.get(cv.path, { method: 'HEAD' });
      await visitor.get(cv.path, { headers: { 'Sec-Purpose': 'prefetch' } });
      const { headers } = await visitor.get(cv.path);
      expect(headers.get('etag')).toBeTruthy();
      await until('the first visit', async () => (await visits(cv)) === 1);
      await visitor.get(cv.path, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
      await visitor.get(cv.path, { gateway: site().gateways[1] });
      await site()
        .visitor()
        .get(cv.path, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
      await until('the visit of a second visitor', async () => (await visits(cv)) === 2);
    });
  });
}
