import { zipParts } from '../../support/export/zip-parts.ts';
import { pdfText } from '../../support/pdf.ts';
import type { PublicCv, PublicCvs, Visitor } from '../../support/public-cvs.ts';
import { until } from '../../support/until.ts';
import { content, fetchFile, linkedData, meta, PASSWORD } from './published-cv.ts';

/** Anonymized and password-protected CVs. */
export function hiddenCvs(site: () => PublicCvs): void {
  let visitor: Visitor;
  beforeEach(() => {
    visitor = site().visitor();
  });

  describe('anonymized CV', () => {
    const personalData = 'Grace Lovelace: write to grace@secret.example or ring +1 555 123 4567.';
    const texts = {
      presentation: { title: '', text: `Writes compilers. ${personalData}` },
      experiences: {
        experience: [
          {
            title: 'Admiral',
            company: 'Navy',
            description: `Led the fleet. ${personalData}`,
            missions: { mission: [{ description: `Standardised COBOL. ${personalData}` }] },
          },
        ],
      },
      educations: {
        education: [{ ...content.educations.education[0], description: `Summa cum laude. ${personalData}` }],
      },
    };

    /** Returns text and raw content of the files of a CV. */
    async function filesOf({ id }: PublicCv, link: string): Promise<Record<string, string>> {
      const [pdf, docx, txt] = await Promise.all(
        ['pdf', 'docx', 'txt'].map((format) => fetchFile(site(), `${link}/export?format=${format}`)),
      );
      const json = await until('the signed JSON', async () => {
        const response = await site().companies.ours.api.get(`/api/v1/cv/${id}/export/json`);
        return response.status === 200 && response;
      });
      const parts = zipParts(docx?.bytes ?? Buffer.alloc(0));
      return {
        pdf: `${await pdfText(pdf?.bytes ?? Buffer.alloc(0))} ${pdf?.bytes.toString('latin1')}`,
        // Words may be split into several runs, so the text is searched with and without tags.
        docx: [...parts.values()].map((part) => part.toString().replace(/<[^>]*>/g, '') + part.toString()).join(' '),
        txt: txt?.text ?? '',
        json: json.text,
        headers: JSON.stringify([pdf, docx, txt, json].map((file) => [...(file?.headers ?? [])])),
      };
    }

    test('does not reveal its owner on the page or in links, files and pictures', async () => {
      const cv = await site().create(
        { ...content, ...texts, anonymized: true, title: 'Engineer' },
        { lastname: 'Lovelace' },
      );
      const link = await site().privatePath(cv);
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

  describe('protected CV', () => {
    const protect = (cv: PublicCv, password: string) =>
      site().companies.ours.api.put(`/api/v1/cv/${cv.id}/protection`, { password });

    test('opens with its password on every gateway until the password changes', async () => {
      const cv = await site().create(content);
      const earlierLink = await site().privatePath(cv);
      await protect(cv, PASSWORD);
      expect((await visitor.get(earlierLink)).status).toBe(404);
      const form = await visitor.get(cv.path);
      expect(form.status).toBe(200);
      expect(form.headers.get('x-robots-tag')).toBe('noindex');
      for (const secret of ['Grace', 'Hopper', 'Compiler', '/c/', 'ld+json', 'og:'])
        expect(form.text).not.toContain(secret);
      expect((await visitor.get(`${cv.path}/preview.png`)).status).toBe(404);
      expect((await visitor.post(cv.path, { password: 'wrong' })).status).toBe(403);
      const link = await site().privatePath(cv);
      expect((await visitor.get(`${link}/export?format=pdf`)).text).toContain('This CV is password protected');

      const opened = await visitor.post(cv.path, { password: PASSWORD });
      expect([opened.status, opened.headers.get('location')]).toEqual([303, cv.path]);
      expect(opened.headers.get('set-cookie')).toMatch(/; Max-Age=\d+; .*; HttpOnly; SameSite=Lax$/);
      for (const gateway of site().gateways) {
        const page = await visitor.get(cv.path, { gateway });
        expect([page.text.includes('Compiler Engineer'), page.headers.get('cache-control')]).toEqual([
          true,
          'no-store',
        ]);
        expect([page.headers.get('x-robots-tag'), meta(page, 'og:image')]).toEqual(['noindex', undefined]);
      }
      const file = await fetchFile(site(), `${link}/export?format=pdf`, visitor);
      expect([file.headers.get('content-type'), file.headers.get('cache-control')]).toEqual([
        'application/pdf',
        'no-store',
      ]);
      expect((await site().visitor().get(cv.path)).text).not.toContain('Compiler');

      await protect(cv, 'a different password');
      for (const gateway of site().gateways)
        expect((await visitor.get(cv.path, { gateway })).text).toContain('This CV is password protected');
    });

    test('rejects guessed passwords, the cookie of another CV and forms of other sites', async () => {
      const [cv, other] = [await site().create(content), await site().create(content)];
      await protect(cv, PASSWORD);
      await protect(other, PASSWORD);
      const { headers } = await visitor.post(other.path, { password: PASSWORD });
      const [, value] = /=([^;]*)/.exec(headers.get('set-cookie') ?? '') ?? [];
      const forged = await site()
        .visitor()
        .get(cv.path, { headers: { cookie: `vitae_cv_${cv.id}=${value}` } });
      expect(forged.text).toContain('This CV is password protected');
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
      // The limit of attempts for all visitors of this CV.
      const more = await Promise.all(Array.from({ length: 101 }, () => visitor.post(cv.path, { password: PASSWORD })));
      expect(new Set(more.map(({ status }) => status))).toEqual(new Set([429]));
      expect((await site().visitor().post(cv.path, { password: PASSWORD })).status).toBe(303);
    });
  });
}
