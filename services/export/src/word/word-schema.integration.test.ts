import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildDocument } from '@vitae/document/build-document';
import { templateIds } from '@vitae/document/templates/templates';
import { samples } from '@vitae/test/support/document/samples';
import { validateWordDocuments } from '@vitae/test/support/export/open-xml-audit';
import { zipParts } from '@vitae/test/support/export/zip-parts';
import { strToU8, zipSync } from 'fflate';
import { embedInWord } from '../formats/embed-resume.ts';
import { wordDocument } from './word-document.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitae-word-schema-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Renders a sample as a Word document, with a JSON Resume as custom XML. `density` is a step with split entries. */
async function renderSample(name: keyof typeof samples, template: string, density: number): Promise<Buffer> {
  const source = samples[name]();
  const model = buildDocument({ ...source, printDisplay: { ...source.printDisplay, id: template } }, 0);
  return embedInWord(await wordDocument({ ...model, density }), Buffer.from('{}'));
}

describe('Word document', () => {
  test('conforms to the schemas of Office Open XML for every sample in every template', async () => {
    const expected: Record<string, string[]> = {};
    for (const [index, template] of templateIds.entries()) {
      for (const name of Object.keys(samples) as (keyof typeof samples)[]) {
        const file = `${template}-${name.replaceAll(' ', '-')}.docx`;
        await writeFile(join(folder, file), await renderSample(name, template, index % 2 === 0 ? 0 : 7));
        expected[file] = [];
      }
    }
    expect(await validateWordDocuments(folder)).toEqual(expected);
  }, 240_000);

  test('is rejected with an element that the schema does not contain', async () => {
    const parts = Object.fromEntries(zipParts(await renderSample('everything', 'classic', 0)));
    const document = String(parts['word/document.xml']).replace('<w:body>', '<w:body><w:unknown/>');
    await writeFile(join(folder, 'broken.docx'), zipSync({ ...parts, 'word/document.xml': strToU8(document) }));
    const { 'broken.docx': errors } = await validateWordDocuments(folder);
    expect(errors?.join()).toContain('unknown');
  });
});
