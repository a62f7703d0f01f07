import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildDocument } from '@vitae/document/build-document';
import { sampleSource } from '@vitae/document/sample-source';
import { templateIds } from '@vitae/document/templates/templates';
import type { ExportSource } from '@vitae/proto/export-source';
import { samples } from '@vitae/test/support/document/samples';
import { createPrinterFixture } from '@vitae/test/support/export/renderer-fixtures';
import { validatePdfs } from '@vitae/test/support/export/verapdf';
import type { Renderers } from './format.ts';
import { pdf } from './pdf.ts';

const { printer } = createPrinterFixture();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitae-archival-'));
});
afterAll(async () => {
  await printer.close();
  await rm(folder, { recursive: true, force: true });
});

const anonymized = () => sampleSource({ anonymized: true, displayName: '', photo: null });
const hindi = () => {
  const source = sampleSource({ displayName: 'अदिति शर्मा' });
  const text = 'विश्वविद्यालय के विद्यार्थियों के साथ सॉफ़्टवेयर का निर्माण किया।\n\nप्रौद्योगिकी और शिक्षा।';
  return { ...source, cv: { ...source.cv, title: 'सॉफ़्टवेयर अभियंता', presentation: { title: null, text } } };
};
const sources: Record<string, () => ExportSource> = { ...samples, anonymized, hindi };

describe('PDF', () => {
  test('conforms to PDF/UA-1 and PDF/A-3a (anonymized: PDF/A-2a) for every sample in every template', async () => {
    const expected: Record<string, string[]> = {};
    for (const template of templateIds) {
      for (const [name, sourceOf] of Object.entries(sources)) {
        const original = sourceOf();
        const source = { ...original, printDisplay: { ...original.printDisplay, id: template } };
        const model = buildDocument(source, Date.UTC(2026, 10, 21));
        const file = `${template}-${name.replaceAll(' ', '-')}.pdf`;
        await writeFile(join(folder, file), await pdf.render({ model, source }, { printer } as unknown as Renderers));
        expected[file] = [name === 'anonymized' ? 'PDF/A-2A' : 'PDF/A-3A', 'PDF/UA-1'];
      }
    }
    expect(await validatePdfs(folder)).toEqual(expected);
  }, 240_000);
});
