import { renderToString } from 'preact-render-to-string';
import { VersionsPage } from './version-pages.tsx';

const owner = {
  userId: 1,
  companyId: 1,
  username: 'ana',
  email: 'ana@example.com',
  locale: 'en',
  passwordVersion: '1',
} as const;
const view = { locale: 'en', sessionId: 'session', path: '/account' } as const;

test('the names of versions that were saved in the same minute differ', () => {
  const versions = ['02:05:40', '02:05:13', '02:05:09'].map((time, index) => ({
    revision: 3 - index,
    at: new Date(`2026-03-02T${time}Z`),
    title: 'Baker',
    current: index === 0,
  }));
  const list = { title: 'Baker', versions, hasPictures: false };
  const page = renderToString(<VersionsPage {...{ view, owner, cvId: 7, timeZone: 'UTC', list }} />);
  const html = page.replace(/\s/g, ' ');
  const labels = Array.from(html.matchAll(/aria-label="Show changes: ([^"]*)"/g), ([, date]) => date);
  expect(labels).toEqual(['Mar 2, 2026, 2:05:13 AM', 'Mar 2, 2026, 2:05:09 AM']);
  expect(html).toContain('>Mar 2, 2026, 2:05:40 AM</time>');
});
