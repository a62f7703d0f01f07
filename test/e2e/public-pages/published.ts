import type { PublicCv, PublicCvs, Visitor } from '../../support/public-cvs.ts';
import { until } from '../../support/until.ts';
import { content, linkedData, meta } from './published-cv.ts';

/** What a published CV shows, and to whom a look at it counts as a visit. */
export function shownPages(site: () => PublicCvs): void {
  let visitor: Visitor;
  beforeEach(() => {
    visitor = site().visitor();
  });

  describe('the page of a CV', () => {
    let cv: PublicCv;
    beforeAll(async () => {
      cv = await site().create({ ...content, main: true });
    });

    test('says what it is about to people, search engines and link previews', async () => {
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

    test('allows nothing but its own style sheet and pictures', async () => {
      const { headers } = await visitor.get(cv.path);
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'$/,
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('set-cookie')).toBeNull();
    });

    test('is asked for anew each time, and sent again only when it has changed', async () => {
      const first = await visitor.get(cv.path);
      const entityTag = first.headers.get('etag') ?? '';
      expect(entityTag).toMatch(/^"[\w-]+"$/);
      expect(first.headers.get('cache-control')).toBe('private, no-cache');
      const again = await visitor.get(cv.path, {
        headers: { 'If-None-Match': entityTag },
        gateway: site().gateways[1],
      });
      expect([again.status, again.text]).toEqual([304, '']);
      await site().update(cv, { title: 'Rear Admiral' });
      const changed = await visitor.get(cv.path, { headers: { 'If-None-Match': entityTag } });
      expect([changed.status, changed.text.includes('Rear Admiral')]).toEqual([200, true]);
    });

    test('is hidden from search engines when its owner wants so, and by its private link always', async () => {
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

    test('has its looks and colour from the web display', async () => {
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

  describe('a visit', () => {
    const visits = async ({ userId }: PublicCv): Promise<number> => {
      const { json } = await site().companies.ours.api.get('/api/v1/svc/user/stats', { query: { userId } });
      return json.visits.visit.at(-1).value;
    };

    test('is counted once a day for each visitor, whichever way the page came; crawlers and previews are not', async () => {
      const cv = await site().create(content);
      await visitor.get(cv.path, { headers: { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' } });
      await visitor.get(cv.path, { method: 'HEAD' });
      await visitor.get(cv.path, { headers: { 'Sec-Purpose': 'prefetch' } });
      const { headers } = await visitor.get(cv.path);
      await until('the first visit', async () => (await visits(cv)) === 1);
      await visitor.get(cv.path, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
      await visitor.get(cv.path, { gateway: site().gateways[1] });
      await site()
        .visitor()
        .get(cv.path, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
      await until('the second visitor', async () => (await visits(cv)) === 2);
    });
  });
}
