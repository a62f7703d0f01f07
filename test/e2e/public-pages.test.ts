import { archiveParts } from '@vitae/export/formats/archive-parts';
import { pdfText } from '../support/pdf.ts';
import { type Page, type PublicCv, type PublicCvs, startPublicCvs, type Visitor } from '../support/public-cvs.ts';
import { until } from '../support/until.ts';

const PASSWORD = 'open sesame please';
/** 40 × 50 pixels of one colour. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAACgAAAAyCAIAAACh0Q7HAAAAM0lEQVR42u3NMQ0AAAgDsElCEpKQjAwOmvRvqudExGKxWCwWi8VisVgsFovFYrFYLP4cLymkynkfi4qFAAAAAElFTkSuQmCC';

let site: PublicCvs;
let visitor: Visitor;

beforeAll(async () => {
  // No export is waited for: each begins with 202, as one that is slow does.
  site = await startPublicCvs({ EXPORT_WAIT_MS: '0' });
}, 150_000);
afterAll(() => site?.stop());
beforeEach(() => {
  visitor = site.visitor();
});

const content = {
  title: 'Compiler Engineer',
  published: true,
  indexed: true,
  presentation: { title: '', text: 'Writes compilers for people.' },
  contacts: { contact: [{ type: 'email', value: 'grace@secret.example' }] },
  links: { link: [{ type: 'Blog', url: 'https://blog.example/grace' }] },
  educations: {
    education: [{ school: 'Yale', degree: 'PhD', start: '1930-09-01', end: '1934-06-01', description: '' }],
  },
};

const meta = ({ text }: Page, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(text)?.[1];
const linkedData = ({ text }: Page) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)?.[1] ?? 'null');

/** A file, as a browser gets it: it comes back for it until it is there. More often than a browser, so each time as another visitor. */
async function fetchFile(path: string, by?: Visitor): Promise<Page> {
  return until(`the file ${path}`, async () => {
    const page = await (by ?? site.visitor()).get(path);
    return page.status !== 202 && page.status !== 503 && page;
  });
}

/** What a page says, but for the address that was asked for. */
function withoutPath({ text }: Page, path: string): string {
  return text.replaceAll(path, '…');
}

describe('the page of a CV', () => {
  let cv: PublicCv;
  beforeAll(async () => {
    cv = await site.create({ ...content, main: true });
  });

  test('says what it is about to people, search engines and link previews', async () => {
    const page = await visitor.get(cv.path);
    const address = site.gateways[0] + cv.path;
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
    const again = await visitor.get(cv.path, { headers: { 'If-None-Match': entityTag }, gateway: site.gateways[1] });
    expect([again.status, again.text]).toEqual([304, '']);
    await site.change(cv, { title: 'Rear Admiral' });
    const changed = await visitor.get(cv.path, { headers: { 'If-None-Match': entityTag } });
    expect([changed.status, changed.text.includes('Rear Admiral')]).toEqual([200, true]);
  });

  test('is hidden from search engines when its owner wants so, and by its private link always', async () => {
    const link = await visitor.get(await site.privatePath(cv));
    expect([link.status, link.headers.get('x-robots-tag'), meta(link, 'robots')]).toEqual([200, 'noindex', 'noindex']);
    await site.change(cv, { indexed: false });
    const page = await visitor.get(cv.path);
    expect([page.headers.get('x-robots-tag'), meta(page, 'robots')]).toEqual(['noindex', 'noindex']);
  });

  test('has its looks and colour from the web display', async () => {
    const { api } = site.companies.ours;
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
    const { json } = await site.companies.ours.api.get('/api/v1/svc/user/stats', { query: { userId } });
    return json.visits.visit.at(-1).value;
  };

  test('is counted once a day for each visitor, whichever way the page came; crawlers and previews are not', async () => {
    const cv = await site.create(content);
    await visitor.get(cv.path, { headers: { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' } });
    await visitor.get(cv.path, { method: 'HEAD' });
    await visitor.get(cv.path, { headers: { 'Sec-Purpose': 'prefetch' } });
    const { headers } = await visitor.get(cv.path);
    await until('the first visit', async () => (await visits(cv)) === 1);
    await visitor.get(cv.path, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
    await visitor.get(cv.path, { gateway: site.gateways[1] });
    await site.visitor().get(cv.path, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
    await until('the second visitor', async () => (await visits(cv)) === 2);
  });
});

describe('a CV that is not there', () => {
  test('is as one that never was: unpublished, deleted or unknown, in five languages', async () => {
    const unpublished = await site.create({ ...content, published: false });
    const deleted = await site.create(content);
    await site.companies.ours.api.delete(`/api/v1/cv/${deleted.id}`);
    const titles = new Set<string | undefined>();
    for (const language of ['en', 'fr', 'de', 'es', 'it']) {
      const headers = { 'Accept-Language': language };
      const unknown = await visitor.get('/p/nobody', { headers });
      expect([unknown.status, unknown.headers.get('x-robots-tag')]).toEqual([404, 'noindex']);
      expect(unknown.text).toContain(`<html lang="${language}"`);
      titles.add(/<h1>(.*?)<\/h1>/.exec(unknown.text)?.[1]);
      for (const path of [unpublished.path, deleted.path, '/c/nothing', '/p/a/b/c', '/p/%ff', '/p/%7B%22$ne%22:1%7D']) {
        const page = await visitor.get(path, { headers });
        expect([path, page.status, withoutPath(page, path)]).toEqual([path, 404, withoutPath(unknown, '/p/nobody')]);
      }
    }
    expect(titles.size).toBe(5);
  });

  test('is gone from every gateway with the next look, and its links with it', async () => {
    const cv = await site.create(content);
    const link = await site.privatePath(cv);
    const { printable } = await site.read(cv);
    const { pathname, search } = new URL(printable.pdf);
    expect((await fetchFile(pathname + search)).status).toBe(200);
    const { headers } = await visitor.get(cv.path);
    await site.change(cv, { published: false });
    for (const gateway of site.gateways) {
      for (const path of [cv.path, `${cv.path}/preview.png`, link, pathname + search]) {
        const page = await visitor.get(path, { gateway, headers: { 'If-None-Match': headers.get('etag') ?? '' } });
        expect([path, page.status]).toEqual([path, 404]);
      }
      expect((await visitor.get(await site.privatePath(cv), { gateway })).status).toBe(200);
    }
    await site.change(cv, { published: true });
    expect((await visitor.get(link)).status).toBe(404);
  });
});

describe('a printable address', () => {
  test('works in a plain browser: it waits on a page, then has the file, with its name', async () => {
    const cv = await site.create(content);
    const { printable } = await site.read(cv);
    const { pathname, search } = new URL(printable.pdf);
    const waiting = await visitor.get(pathname + search);
    expect(waiting.status).toBe(202);
    expect(waiting.headers.get('retry-after')).toBe('2');
    expect(waiting.headers.get('refresh')).toBe(`2; url=${pathname + search}`);
    expect(waiting.text).toContain('<h1>The file is being made</h1>');
    const file = await fetchFile(pathname + search);
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
    const cv = await site.create(content);
    const { text } = await visitor.get(cv.path);
    const addresses = [...text.matchAll(/href="(\/c\/[\w-]+\/export\?format=(\w+))"/g)];
    expect(addresses.map(([, , format]) => format)).toEqual(['pdf', 'docx', 'doc', 'odt', 'txt']);
    const begins: Record<string, string> = { pdf: '%PDF', docx: 'PK', doc: '\u{d0}\u{cf}\u{11}\u{e0}', odt: 'PK' };
    for (const [, path = '', format = ''] of addresses) {
      const file = await fetchFile(path);
      expect([format, file.status]).toEqual([format, 200]);
      expect(file.bytes.toString('latin1').startsWith(begins[format] ?? '')).toBe(true);
    }
  });

  test('cannot be asked for without end', async () => {
    const cv = await site.create(content);
    const { pathname, search } = new URL((await site.read(cv)).printable.pdf);
    await fetchFile(pathname + search);
    const answers = await Promise.all(Array.from({ length: 100 }, () => visitor.get(pathname + search)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(30);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await site.visitor().get(pathname + search)).status).toBe(200);
  });
});

describe('the picture for link previews', () => {
  test('is a PNG of 1200 × 630, made once', async () => {
    const cv = await site.create(content);
    const picture = await fetchFile(`${cv.path}/preview.png`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect([picture.bytes.readUInt32BE(16), picture.bytes.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(picture.headers.get('content-disposition')).toBeNull();
    const headers = { 'If-None-Match': picture.headers.get('etag') ?? '' };
    expect((await visitor.get(`${cv.path}/preview.png`, { headers, gateway: site.gateways[1] })).status).toBe(304);
  });
});

describe('the pictures of a CV', () => {
  test('are on its page: gone when they are removed or it names nobody; once withdrawn, its logos stay for who knows their paths', async () => {
    const { api } = site.companies.ours;
    const cv = await site.create({ ...content, experiences: { experience: [{ title: 'Admiral', company: 'Navy' }] } });
    const picture = { body: Buffer.from(PNG, 'base64'), contentType: 'image/png' };
    await api.call('PUT', `/api/v1/cv/${cv.id}/photo`, picture);
    const job = (await site.read(cv)).experiences.experience[0].id;
    await api.call('PUT', `/api/v1/cv/${cv.id}/logos/${job}`, picture);
    const { text } = await visitor.get(cv.path);
    const addresses = [...text.matchAll(/<img class="\w+" src="([^"]+)" alt="[^"]+"/g)].map(
      ([, address = '']) => address,
    );
    expect(addresses).toEqual([`${await site.privatePath(cv)}/photo`, expect.stringMatching(/^\/pictures\//)]);
    for (const address of addresses) {
      const shown = await visitor.get(address);
      expect([shown.status, shown.headers.get('content-type')]).toEqual([
        200,
        expect.stringMatching(/^image\/(jpeg|png)$/),
      ]);
      const headers = { 'If-None-Match': shown.headers.get('etag') ?? '' };
      expect((await visitor.get(address, { headers })).status).toBe(304);
    }
    const [photo = '', logo = ''] = addresses;
    const statuses = (...paths: string[]) =>
      Promise.all(paths.map(async (path) => (await visitor.get(path, { gateway: site.gateways[1] })).status));
    await site.change(cv, { anonymized: true });
    expect((await visitor.get(cv.path)).text).not.toMatch(/\/photo|\/pictures\//);
    expect(await statuses(photo, logo)).toEqual([404, 404]);
    await site.change(cv, { anonymized: false });
    expect(await statuses(photo, logo)).toEqual([200, 200]);
    await site.change(cv, { published: false });
    expect(await statuses(cv.path, photo, logo)).toEqual([404, 404, 200]);
    await site.change(cv, { published: true });
    const newPhoto = `${await site.privatePath(cv)}/photo`;
    expect(await statuses(newPhoto, logo)).toEqual([200, 200]);
    await api.delete(`/api/v1/cv/${cv.id}/photo`);
    await api.delete(`/api/v1/cv/${cv.id}/logos/${job}`);
    expect(await statuses(newPhoto, logo)).toEqual([404, 404]);
  });
});

describe('an anonymised CV', () => {
  const told = 'Grace Lovelace: write to grace@secret.example or ring +1 555 123 4567.';
  const texts = {
    presentation: { title: '', text: `Writes compilers. ${told}` },
    experiences: {
      experience: [
        {
          title: 'Admiral',
          company: 'Navy',
          description: `Led the fleet. ${told}`,
          missions: { mission: [{ description: `Standardised COBOL. ${told}` }] },
        },
      ],
    },
    educations: { education: [{ ...content.educations.education[0], description: `Summa cum laude. ${told}` }] },
  };

  /** What each kind of file of a CV says, and what is in it besides. */
  async function filesOf({ id }: PublicCv, link: string): Promise<Record<string, string>> {
    const [pdf, docx, txt] = await Promise.all(
      ['pdf', 'docx', 'txt'].map((format) => fetchFile(`${link}/export?format=${format}`)),
    );
    const json = await until('the signed JSON', async () => {
      const answer = await site.companies.ours.api.get(`/api/v1/cv/${id}/export/json`);
      return answer.status === 200 && answer;
    });
    const parts = archiveParts(docx?.bytes ?? Buffer.alloc(0));
    return {
      pdf: `${await pdfText(pdf?.bytes ?? Buffer.alloc(0))} ${pdf?.bytes.toString('latin1')}`,
      // A word processor may set a word in several runs: the tags between them are left out.
      docx: [...parts.values()].map((part) => part.toString().replace(/<[^>]*>/g, '') + part.toString()).join(' '),
      txt: txt?.text ?? '',
      json: json.text,
      headers: JSON.stringify([pdf, docx, txt, json].map((file) => [...(file?.headers ?? [])])),
    };
  }

  test('tells nobody whose it is: not on its page, not by its links, files or pictures', async () => {
    const cv = await site.create(
      { ...content, ...texts, anonymized: true, title: 'Engineer' },
      { lastname: 'Lovelace' },
    );
    const link = await site.privatePath(cv);
    const page = await visitor.get(link);
    const [, slug = ''] = /^\/p\/([^/]+)/.exec(cv.path) ?? [];
    expect(page.status).toBe(200);
    expect(page.text).toContain('<h1 dir="auto">Engineer</h1>');
    expect(linkedData(page).mainEntity.name).toBeUndefined();
    const files = await filesOf(cv, link);
    const shown: Record<string, string> = {
      ...files,
      page: page.text,
      pageHeaders: JSON.stringify([...page.headers]),
    };
    for (const secret of ['Grace', 'Lovelace', 'grace@', 'secret.example', '555 123', 'blog.example', slug]) {
      for (const [where, text] of Object.entries(shown)) expect(text.includes(secret) && [where, secret]).toBe(false);
    }
    for (const where of ['pdf', 'docx', 'txt', 'json', 'page'])
      expect([where, shown[where]]).toEqual([where, expect.stringContaining('Standardised COBOL. […]')]);
    expect((await visitor.get(`${link}/photo`)).status).toBe(404);
    const publicPage = await visitor.get(cv.path);
    expect(publicPage.text.replaceAll(cv.path, '')).not.toContain(slug);
  });
});

describe('a protected CV', () => {
  const protect = (cv: PublicCv, password: string) =>
    site.companies.ours.api.put(`/api/v1/cv/${cv.id}/protection`, { password });

  test('is opened by its password, on every gateway, until another is set', async () => {
    const cv = await site.create(content);
    const handedOut = await site.privatePath(cv);
    await protect(cv, PASSWORD);
    expect((await visitor.get(handedOut)).status).toBe(404);
    const form = await visitor.get(cv.path);
    expect(form.status).toBe(200);
    expect(form.headers.get('x-robots-tag')).toBe('noindex');
    for (const secret of ['Grace', 'Hopper', 'Compiler', '/c/', 'ld+json', 'og:'])
      expect(form.text).not.toContain(secret);
    expect((await visitor.get(`${cv.path}/preview.png`)).status).toBe(404);
    expect((await visitor.post(cv.path, { password: 'wrong' })).status).toBe(403);
    const link = await site.privatePath(cv);
    expect((await visitor.get(`${link}/export?format=pdf`)).text).toContain('This CV is protected');

    const opened = await visitor.post(cv.path, { password: PASSWORD });
    expect([opened.status, opened.headers.get('location')]).toEqual([303, cv.path]);
    expect(opened.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
    for (const gateway of site.gateways) {
      const page = await visitor.get(cv.path, { gateway });
      expect([page.text.includes('Compiler Engineer'), page.headers.get('cache-control')]).toEqual([true, 'no-store']);
      expect([page.headers.get('x-robots-tag'), meta(page, 'og:image')]).toEqual(['noindex', undefined]);
    }
    const file = await fetchFile(`${link}/export?format=pdf`, visitor);
    expect([file.headers.get('content-type'), file.headers.get('cache-control')]).toEqual([
      'application/pdf',
      'no-store',
    ]);
    expect((await site.visitor().get(cv.path)).text).not.toContain('Compiler');

    await protect(cv, 'another one altogether');
    for (const gateway of site.gateways)
      expect((await visitor.get(cv.path, { gateway })).text).toContain('This CV is protected');
  });

  test('is not opened by guessing, nor by a cookie of another CV, nor by a form of another site', async () => {
    const [cv, other] = [await site.create(content), await site.create(content)];
    await protect(cv, PASSWORD);
    await protect(other, PASSWORD);
    const { headers } = await visitor.post(other.path, { password: PASSWORD });
    const [, value] = /=([^;]*)/.exec(headers.get('set-cookie') ?? '') ?? [];
    const forged = await site.visitor().get(cv.path, { headers: { cookie: `vitae_cv_${cv.id}=${value}` } });
    expect(forged.text).toContain('This CV is protected');
    const elsewhere = await visitor.post(
      cv.path,
      { password: PASSWORD },
      { headers: { Origin: 'https://evil.example' } },
    );
    expect(elsewhere.status).toBe(403);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt++)
      statuses.push((await visitor.post(cv.path, { password: `guess ${attempt}` })).status);
    expect(statuses).toEqual([...Array<number>(10).fill(403), 429]);
    // More than all visitors together may try.
    const more = await Promise.all(Array.from({ length: 101 }, () => visitor.post(cv.path, { password: PASSWORD })));
    expect(new Set(more.map(({ status }) => status))).toEqual(new Set([429]));
    expect((await site.visitor().post(cv.path, { password: PASSWORD })).status).toBe(303);
  });
});
