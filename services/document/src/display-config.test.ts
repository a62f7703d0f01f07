import { blockTexts, displayedBlocks, displayedSource } from '@vitae/test/support/document/displayed-blocks';
import { buildDocument } from './build-document.ts';
import { renderPrintPage } from './pages/print-page.tsx';
import { templateIds } from './templates/template.ts';

const now = Date.UTC(2026, 10, 21);

function page(template: string, changes: Record<string, boolean> = {}): string {
  const html = renderPrintPage(buildDocument(displayedSource(template, changes), now));
  return html.slice(html.indexOf('<body'));
}

describe('print display blocks', () => {
  test('are all covered by this test', () => {
    expect(Object.keys(blockTexts).sort()).toEqual([...displayedBlocks].sort());
  });

  test.each(templateIds.flatMap((template) => displayedBlocks.map((block) => [template, block] as const)))(
    '%s template: shows or hides %s without affecting other blocks',
    (template, block) => {
      const [all, without] = [page(template), page(template, { [block]: false })];
      for (const [other, texts] of Object.entries(blockTexts)) {
        for (const text of texts) {
          expect([text, all.includes(text)]).toEqual([text, true]);
          expect([text, without.includes(text)]).toEqual([text, other !== block]);
        }
      }
    },
  );

  test.each(templateIds)('%s template: shows no block when all are hidden', (template) => {
    const bare = page(template, Object.fromEntries(displayedBlocks.map((block) => [block, false])));
    for (const text of Object.values(blockTexts).flat()) expect(bare).not.toContain(text);
    expect(bare).not.toContain('<img');
    expect(bare).toContain('Jane Developer');
  });
});
