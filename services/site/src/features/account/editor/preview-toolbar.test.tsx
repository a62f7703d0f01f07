import { renderToString } from 'preact-render-to-string';
import { PreviewToolbar } from './preview-toolbar.tsx';

const texts = { address: '/account/cvs/7/preview', pages: 'Pages', web: 'Web page' };

test('links the views of the preview, and marks neither while scripts do not know which one is shown', () => {
  expect(renderToString(<PreviewToolbar {...texts} />)).toBe(
    '<a href="/account/cvs/7/preview?view=pages" target="preview">Pages</a>' +
      '<a href="/account/cvs/7/preview?view=web" target="preview">Web page</a>' +
      '<span id="preview-pages" role="status"></span>',
  );
});

test('marks the view that is shown, and says how long the CV is', () => {
  const html = renderToString(<PreviewToolbar {...texts} shown="pages" status="2 pages" />);
  expect(html).toContain('view=pages" target="preview" aria-current="true">');
  expect(html).toContain('view=web" target="preview">');
  expect(html).toContain('role="status">2 pages</span>');
});

test('goes to the previous and next page, but not past the first or last', () => {
  const controls = {
    position: 'Page 2 of 2',
    previous: 'Previous',
    next: 'Next',
    page: 2,
    pages: 2,
    onPageChange: () => {},
  };
  const html = renderToString(<PreviewToolbar {...texts} shown="pages" status="2 pages" controls={controls} />);
  expect(html).toContain('role="status">Page 2 of 2</span>');
  expect(html).toMatch(/aria-label="Previous" aria-disabled="false".*aria-label="Next" aria-disabled="true"/);
});
