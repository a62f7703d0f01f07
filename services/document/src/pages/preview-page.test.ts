import type { ExportSource } from '@vitae/proto/export-source';
import { buildWebDocument } from '../build-document.ts';
import { sampleSource } from '../sample-source.ts';
import { linkPreviewTexts, renderPreviewPage } from './preview-page.tsx';

const modelOf = (changes: Partial<ExportSource> = {}) => buildWebDocument(sampleSource(changes), 0);

test('shows name, profile and photo by default', () => {
  const model = modelOf();
  const { title, description } = linkPreviewTexts(model);
  expect([title, description]).toEqual([model.title, expect.stringContaining('Builds web applications.')]);
  expect(renderPreviewPage(model)).toMatch(/<title>Jane Developer.*<h1[^>]*>Jane Developer<.*<img/s);
});

test.each([true, false])('hides the name if the owner chose so, with the photo shown: %s', (photo) => {
  const model = modelOf();
  const shown = { name: false, photo };
  const { title, description } = linkPreviewTexts(model, shown);
  expect(title).toBe(model.header.title);
  expect(description).toContain('TechCorp');
  expect(description).not.toContain('Builds web applications.');
  const html = renderPreviewPage(model, shown);
  expect(html).not.toContain('Jane');
  expect(html).toContain(`>${model.header.title}</h1>`);
  expect(html.includes('<img')).toBe(photo);
});

test('keeps the title of an anonymized CV', () => {
  const model = modelOf({ anonymized: true, displayName: '', photo: null });
  expect(linkPreviewTexts(model, { name: false, photo: false })).toEqual(linkPreviewTexts(model));
  expect(renderPreviewPage(model, { name: false, photo: false })).toBe(renderPreviewPage(model));
});
