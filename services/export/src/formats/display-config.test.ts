import { buildDocument } from '@vitae/document/build-document';
import { sampleSource } from '@vitae/document/sample-source';
import { templateIds } from '@vitae/document/templates/templates';
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

/** Returns the texts, picture descriptions and link targets of the Word document. */
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
// Contacts contain non-breaking spaces.
const withPlainSpaces = (text: string) => text.replaceAll('\u00a0', ' ');

type TextsOf = (source: ExportSource) => Promise<string>;
const rendered = new Map<string, Promise<string>>();

/** Renders a document with all blocks once per format and template. */
function completeTexts(textsOf: TextsOf, template: (typeof templateIds)[number]): Promise<string> {
  const key = `${textsOf.name} ${template}`;
  const texts = rendered.get(key) ?? textsOf(displayedSource(template));
  rendered.set(key, texts);
  return texts;
}

const formats = [
  { format: 'docx', textsOf: wordTexts, expected: blockTexts },
  { format: 'txt', textsOf: plainTexts, expected: { ...blockTexts, picture: [] } },
];
const cases = formats.flatMap((format) =>
  templateIds.flatMap((template) => displayedBlocks.map((block) => ({ ...format, template, block }))),
);

describe('display configuration', () => {
  test.each(cases)(
    'hides $block and nothing else in $format with the $template template',
    async ({ textsOf, expected, template, block }) => {
      const complete = withPlainSpaces(await completeTexts(textsOf, template));
      const reduced = withPlainSpaces(await textsOf(displayedSource(template, { [block]: false })));
      for (const [textBlock, texts] of Object.entries(expected)) {
        for (const text of texts.map(withPlainSpaces)) {
          expect([text, complete.includes(text)]).toEqual([text, true]);
          expect([text, reduced.includes(text)]).toEqual([text, textBlock !== block]);
        }
      }
    },
  );

  test.each(formats)('can hide all blocks in $format', async ({ textsOf, expected }) => {
    const nothing = Object.fromEntries(displayedBlocks.map((block) => [block, false]));
    for (const template of templateIds) {
      const reduced = withPlainSpaces(await textsOf(displayedSource(template, nothing)));
      for (const text of Object.values(expected).flat().map(withPlainSpaces)) expect(reduced).not.toContain(text);
      expect(reduced).toContain('Jane Developer');
    }
  });

  test.each(templateIds)('omits hidden pictures from the docx file with the %s template', async (template) => {
    const pictures = async (picture: boolean) =>
      // The background of a side column is a GIF.
      [...(await wordParts(displayedSource(template, { picture }))).keys()].filter((name) =>
        /^word\/media\/.*[.]png$/.test(name),
      );
    expect(await pictures(true)).toHaveLength(1);
    expect(await pictures(false)).toEqual([]);
  });

  test.each(displayedBlocks)('does not affect JSON Resume: %s', async (block) => {
    for (const shown of [true, false]) {
      const source = displayedSource('classic', { [block]: shown });
      const file = await json.render({ model: modelOf(source), source }, {} as Renderers);
      expect(JSON.parse(file.toString())).toEqual(sampleSource().resume);
    }
  });
});
