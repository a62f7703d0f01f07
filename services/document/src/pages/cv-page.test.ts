import type { ExportSource } from '@vitae/proto/export-source';
import { sampleSource } from '../sample-source.ts';
import { arabicSource } from '../samples/right-to-left.ts';
import { buildWebDocument } from '../web-document.ts';
import { type CvPageProps, renderCvPage } from './cv-page.tsx';
import { scriptSafe } from './structured-data.ts';

const now = Date.UTC(2026, 10, 21);

function page(changes: Partial<ExportSource> = {}, props: Partial<CvPageProps> = {}): string {
  const model = buildWebDocument(sampleSource(changes), now);
  return renderCvPage({
    model,
    look: 'classic',
    photo: null,
    logos: [],
    canonical: 'https://vitae.example/p/jane',
    indexed: true,
    preview: null,
    downloads: [],
    words: { skip: 'Skip', downloads: 'Download', updated: 'Updated' },
    updatedAt: '2026-01-01T00:00:00Z',
    siteName: 'Vitae',
    ...props,
  }).html;
}

function withPrinted(shown: Partial<ExportSource['printDisplay']['displayConfig']>): Partial<ExportSource> {
  const { printDisplay } = sampleSource();
  return { printDisplay: { ...printDisplay, displayConfig: { ...printDisplay.displayConfig, ...shown } } };
}

describe('the page of a CV', () => {
  test('shows every section, whatever is left out of print for length', () => {
    const html = page(withPrinted({ experiences: false, skills: false, presentation: false, interests: false }));
    for (const words of ['TechCorp', 'Node.js', 'Builds web applications.', 'Open source'])
      expect(html).toContain(words);
  });

  test('shows no more of the person than is printed', () => {
    const html = page(withPrinted({ address: false, location: false, age: false, maritalStatus: false }));
    for (const words of ['123 Tech Street', 'San Francisco', 'years old', 'Married']) expect(html).not.toContain(words);
  });

  test('does not lead to itself', () => {
    expect(page()).not.toContain('vitae.example.com/p/jane/main');
  });

  test('has one heading of each section under one of the person, for those who listen', () => {
    const levels = [...page().matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels.every((level, index) => level <= (levels[index - 1] ?? 0) + 1)).toBe(true);
  });

  test('says a direction only where it is not that of the page, and leaves texts on their side of it', () => {
    const body = page().slice(page().indexOf('<main'));
    expect(body.slice(0, body.indexOf('</main>'))).not.toContain('dir=');
    const arabic = page(arabicSource());
    expect(arabic).toContain('<p class="period"><span dir="ltr">mars 2020 – aujourd’hui</span></p>');
    expect(arabic).toContain('<span class="level"><span dir="ltr">Expert</span></span>');
  });

  test('is the classic one for looks that are not known', () => {
    expect(page({}, { look: '__proto__' })).toContain('<body class="look-classic">');
  });

  test('shows a photo and logos where they are, and nothing of their bytes', () => {
    const html = page({}, { photo: '/c/token/photo', logos: ['/pictures/logo.png'] });
    expect(html).toContain('<img class="photo" src="/c/token/photo" alt="Photo of Jane Developer"');
    expect(html).not.toContain('base64');
  });

  test('never lets data end the element that it stands in', () => {
    const safe = scriptSafe(JSON.stringify({ name: '</script><!--<script>\u2028&' }));
    expect(safe).not.toMatch(/[<>&\u2028]/);
    expect(JSON.parse(safe)).toEqual({ name: '</script><!--<script>\u2028&' });
  });
});
