import type { CvData } from '@vitae/proto/cv-data';
import { buildDocument } from './build-document.ts';
import type { Entry } from './document-model.ts';
import { sampleSource } from './sample-source.ts';

type Item = Partial<CvData['portfolios']['portfolio'][number]>;

function shown(item: Item): Entry | undefined {
  const { cv, ...source } = sampleSource();
  const portfolio = cv.portfolios.portfolio.map((one) => ({ ...one, description: 'A poster', url: null, ...item }));
  const { sections } = buildDocument({ ...source, cv: { ...cv, portfolios: { portfolio } } }, 0);
  return sections.flatMap((one) => (one.kind === 'portfolios' && one.content === 'entries' ? one.entries : []))[0];
}

describe('portfolio items', () => {
  test('show their text after the description', () => {
    expect(shown({ content: 'Drawn by hand\nPrinted' })?.paragraphs).toEqual(['A poster', 'Drawn by hand', 'Printed']);
    expect(shown({ content: 'A poster' })?.paragraphs).toEqual(['A poster']);
    expect(shown({ content: ['Cover', 7, 'Back'] })).toMatchObject({
      paragraphs: ['A poster'],
      points: ['Cover', 'Back'],
    });
  });

  test('link to their address, or else to the one in their content', () => {
    const content = 'https://video.example/1';
    expect(shown({ content })).toMatchObject({ title: { href: content }, paragraphs: ['A poster'] });
    expect(shown({ content, url: 'https://poster.example/' })?.title.href).toBe('https://poster.example/');
    expect(shown({ content: 'javascript:alert(1)' })?.title.href).toBeNull();
  });

  test('do not show embedded players and other data', () => {
    const item = shown({ embed: '<iframe></iframe>', content: { width: 7, html: '<b>' } });
    expect(item).toMatchObject({ title: { href: null }, paragraphs: ['A poster'], points: [] });
  });
});

test('a document links to the feed of the blog once', () => {
  const { cv, ...source } = sampleSource();
  const contactsOf = (rss: string) => buildDocument({ ...source, cv: { ...cv, blog: { rss } } }, 0).header.contacts;
  const feed = { text: 'RSS: blog.example/feed', href: 'https://blog.example/feed' };
  expect(contactsOf('https://blog.example/feed')).toContainEqual(feed);
  const [link] = cv.links.link;
  expect(contactsOf(link?.url ?? '')).toEqual(contactsOf(''));
  expect(contactsOf('javascript:alert(1)')).toEqual(contactsOf(''));
});
