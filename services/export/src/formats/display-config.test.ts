import { buildDocument } from '@vitae/document/build-document';
import { sampleSource } from '@vitae/document/sample-source';
import { templateIds } from '@vitae/document/templates/template';
import type { ExportSource } from '@vitae/proto/export-source';
import { blockTexts, displayedBlocks, displayedSource } from '@vitae/test/support/document/displayed-blocks';
import { zipParts } from '@vitae/test/support/export/zip-parts';
import { SaxesParser } from 'saxes';
import { wordDocument } from '../word/word-document.ts';
import type { Renderers } from './format.ts';
import { json } from './json.ts';
import { plainDocument } from './txt.ts';

const now = Date.UTC(2026, 10, 21);
const modelOf = (source: ExportSource) => buildDocument(source, now);
const wordParts = async (source: ExportSource) => zipParts(await wordDocument(modelOf(source)));

/** Everything that a Word document says: its texts, the descriptions of its pictures, and where its links lead. */
async function wordTexts(source: ExportSource): Promise<string> {
  const texts: string[] = [];
  for (const [name, part] of await wordParts(source)) {
    if (!/\.(xml|rels)$/.test(name)) continue;
    const parser = new SaxesParser();
    parser.on('text', (text) => texts.push(text));
    parser.on('opentag', ({ attributes }) => texts.push(`\n${attributes.descr ?? ''}\n${attributes.Target ?? ''}\n`));
    parser.write(part.toString()).close();
  }
  return texts.join('');
}

const plainTexts = async (source: ExportSource) => plainDocument(modelOf(source));
// A contact that fits into a line has no space at which it could be broken.
const oneSpace = (text: string) => text.replaceAll('\u00a0', ' ');

const files = [
  { format: 'docx', textsOf: wordTexts, kept: blockTexts },
  { format: 'txt', textsOf: plainTexts, kept: { ...blockTexts, picture: [] } },
];
const cases = files.flatMap((file) =>
  templateIds.flatMap((template) => displayedBlocks.map((block) => ({ ...file, template, block }))),
);

describe('the blocks of the print display, in files', () => {
  test.each(cases)(
    '$format in $template shows $block or hides it, and nothing else',
    async ({ textsOf, kept, template, block }) => {
      const all = oneSpace(await textsOf(displayedSource(template)));
      const without = oneSpace(await textsOf(displayedSource(template, { [block]: false })));
      for (const [other, texts] of Object.entries(kept)) {
        for (const text of texts.map(oneSpace)) {
          expect([text, all.includes(text)]).toEqual([text, true]);
          expect([text, without.includes(text)]).toEqual([text, other !== block]);
        }
      }
    },
  );

  test.each(files)('$format shows none of them when all are hidden', async ({ textsOf, kept }) => {
    const nothing = Object.fromEntries(displayedBlocks.map((block) => [block, false]));
    for (const template of templateIds) {
      const bare = oneSpace(await textsOf(displayedSource(template, nothing)));
      for (const text of Object.values(kept).flat().map(oneSpace)) expect(bare).not.toContain(text);
      expect(bare).toContain('Jane Developer');
    }
  });

  test.each(templateIds)('docx in %s holds no picture where none is shown', async (template) => {
    const pictures = async (picture: boolean) =>
      [...(await wordParts(displayedSource(template, { picture }))).keys()].filter((name) =>
        name.startsWith('word/media/'),
      );
    expect(await pictures(true)).toHaveLength(1);
    expect(await pictures(false)).toEqual([]);
  });

  test.each(displayedBlocks)('json is everything that was imported, whether %s is shown or not', async (block) => {
    for (const shown of [true, false]) {
      const source = displayedSource('classic', { [block]: shown });
      const file = await json.render({ model: modelOf(source), source }, {} as Renderers);
      expect(JSON.parse(file.toString())).toEqual(sampleSource().resume);
    }
  });
});
