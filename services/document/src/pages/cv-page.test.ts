import type { Skill } from '@vitae/proto/cv-data';
import type { ExportSource } from '@vitae/proto/export-source';
import { arabicSource } from '@vitae/test/support/document/right-to-left';
import { buildWebDocument } from '../build-document.ts';
import { sampleSource } from '../sample-source.ts';
import { type CvPageProps, renderCvPage } from './cv-page.tsx';
import { scriptSafe } from './structured-data.ts';

const now = Date.UTC(2026, 10, 21);

function page(changes: Partial<ExportSource> = {}, props: Partial<CvPageProps> = {}): string {
  const model = buildWebDocument(sampleSource(changes), now);
  const rendering = renderCvPage({
    model,
    design: 'classic',
    photo: null,
    logos: [],
    works: [],
    canonical: 'https://vitae.example/p/jane',
    indexed: true,
    preview: null,
    downloads: [],
    labels: { language: 'en-US', skip: 'Skip', downloads: 'Download', updated: 'Updated' },
    updatedAt: '2026-01-01T00:00:00Z',
    siteName: 'Vitae',
    fontAddress: (file) => `/assets/${file}`,
    ...props,
  });
  let step = rendering.next();
  while (!step.done) step = rendering.next();
  return step.value.html;
}

function withPrinted(shown: Partial<ExportSource['printDisplay']['displayConfig']>): Partial<ExportSource> {
  const { printDisplay } = sampleSource();
  return { printDisplay: { ...printDisplay, displayConfig: { ...printDisplay.displayConfig, ...shown } } };
}

describe('web page of a CV', () => {
  test('shows sections that are hidden in print', () => {
    const html = page(withPrinted({ experiences: false, skills: false, presentation: false, interests: false }));
    for (const text of ['TechCorp', 'Node.js', 'Builds web applications.', 'Open source']) expect(html).toContain(text);
  });

  test('hides personal data that is hidden in print', () => {
    const html = page(withPrinted({ address: false, location: false, age: false, maritalStatus: false }));
    for (const text of ['123 Tech Street', 'San Francisco', 'years old', 'Married']) expect(html).not.toContain(text);
  });

  test('does not link to itself', () => {
    expect(page()).not.toContain('vitae.example.com/p/jane/main');
  });

  test('has one level-one heading and skips no heading level', () => {
    const levels = [...page().matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels.every((level, index) => level <= (levels[index - 1] ?? 0) + 1)).toBe(true);
  });

  test('sets a text direction only where it differs from the direction of the page', () => {
    const body = page().slice(page().indexOf('<main'));
    expect(body.slice(0, body.indexOf('</main>'))).not.toContain('dir=');
    const arabic = page(arabicSource());
    expect(arabic).toContain('<p class="period"><span dir="auto">مارس 2020 – حتى الآن</span></p>');
    expect(arabic).toContain('<li class="organisation"><span dir="ltr">Atlas Digital</span></li>');
  });

  test('separates list items with the punctuation of the language', () => {
    const { cv } = sampleSource();
    const [skill] = cv.skills.skill;
    const child = (title: string, skills: Skill[] = []) => ({
      ...(skill as Skill),
      title,
      level: null,
      details: null,
      children: { skill: skills },
    });
    const nested = child('料理', [child('パン', [child('食パン'), child('バゲット')]), child('菓子')]);
    const html = page({ cv: { ...cv, skills: { skill: [nested] } }, language: 'ja' });
    expect(html.replace(/<[^>]+>/g, '')).toContain('パン（食パン、バゲット）、菓子');
  });

  test('uses the classic template for an unknown id', () => {
    expect(page({}, { design: '__proto__' })).toContain('<body class="look-classic">');
  });

  test('reads dates where the template shows them', () => {
    const order = (design: string) => {
      const html = page({}, { design });
      const head = html.slice(html.indexOf('<header>'), html.indexOf('</header>', html.indexOf('<header>')));
      return [...head.matchAll(/<h3|class="(period|facts)"/g)].map(([found, name]) => name ?? found);
    };
    expect(order('classic')).toEqual(['<h3', 'period', 'facts']);
    expect(order('compact')).toEqual(['<h3', 'facts', 'period']);
    expect(order('plain')).toEqual(['<h3', 'facts', 'period']);
  });

  test('shows the side sections of a template after the others', () => {
    const html = page({}, { design: 'sidebar' });
    expect(html.indexOf('class="column side"')).toBeGreaterThan(html.indexOf('TechCorp'));
    expect(html.indexOf('section-skills')).toBeGreaterThan(html.indexOf('class="column side"'));
    expect(page({}, { design: 'modern' })).not.toContain('class="column side"');
  });

  test('links photo and logos instead of embedding them', () => {
    const html = page({}, { photo: '/c/token/photo', logos: ['/pictures/logo.png'] });
    expect(html).toContain('<img class="photo" src="/c/token/photo" alt="Photo of Jane Developer"');
    expect(html).not.toContain('base64');
  });

  test('shows the pictures of portfolio items', () => {
    const { cv } = sampleSource();
    const path = '/pictures/poster.png';
    const portfolio = cv.portfolios.portfolio.map((item) => ({ ...item, title: 'Poster', path }));
    const logos = { [path]: { contentType: 'image/png' as const, base64: '' } };
    const html = page({ cv: { ...cv, portfolios: { portfolio } }, logos }, { works: portfolio.map(() => path) });
    expect(html).toContain(`<img class="logo" src="${path}" alt="Poster"`);
  });

  test('escapes structured data so that it cannot close its script element', () => {
    const safe = scriptSafe(JSON.stringify({ name: '</script><!--<script>\u2028&' }));
    expect(safe).not.toMatch(/[<>&\u2028]/);
    expect(JSON.parse(safe)).toEqual({ name: '</script><!--<script>\u2028&' });
  });
});
