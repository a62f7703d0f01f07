import { buildDocument, documentTexts } from '@vitae/document/build-document';
import type { DocumentModel } from '@vitae/document/document-model';
import { renderPrintPage } from '@vitae/document/pages/print-page';
import { sampleSource } from '@vitae/document/sample-source';
import { templateIds } from '@vitae/document/templates/template';
import type { ExportSource } from '@vitae/proto/export-source';
import { longCareerSource } from '@vitae/test/support/document/hard-cases';
import { openPrinterFixture, type PrinterFixture } from '@vitae/test/support/export/printer-fixture';
import { normalized, pageLines } from '@vitae/test/support/export/read-pdf';

const patience = 120_000;
const LENGTHS = 24;
const now = Date.UTC(2026, 10, 21);
let printer: PrinterFixture;
beforeAll(async () => {
  printer = await openPrinterFixture();
});
afterAll(() => printer.close(), patience);

// What a CV ends with, so that every kind of content is tried at the end of the last page.
const everything = sampleSource().sections;
const { certificates, references } = everything;
const certificate = certificates.map((one) => ({ ...one, date: '' }));
const endings: Partial<ExportSource['sections']>[] = [
  {},
  { certificates: [...certificate, ...certificate, ...certificate] },
  { references: [...references, ...references] },
  { references: [{ name: 'Ann', reference: Array.from({ length: 14 }, (_, line) => `Line ${line}.`).join('\n') }] },
  { volunteer: everything.volunteer },
  { publications: everything.publications },
];

function careerOf(jobs: number, template: string): DocumentModel {
  const source = longCareerSource(jobs);
  const { interests } = jobs % 2 === 0 ? { interests: { interest: [] } } : source.cv;
  return buildDocument(
    {
      ...source,
      cv: { ...source.cv, interests },
      printDisplay: { ...source.printDisplay, id: template },
      sections: { ...source.sections, ...endings[jobs % endings.length] },
    },
    now,
  );
}

function problems(model: DocumentModel, pages: string[][]): string[] {
  const headings = new Set(model.sections.map(({ heading }) => heading));
  const isHead = (line: string) => headings.has(line) || line.startsWith('Interim manager, mandate');
  const isFacts = (line: string) => /^Jan – Jun \d{4}/.test(line);
  const texts = documentTexts(model).map(normalized);
  return pages.flatMap((lines, index) => {
    const [first = '', last = ''] = [lines[0], lines.at(-1)];
    const where = `page ${index + 1} of ${pages.length}`;
    return [
      lines.length < 2 ? `${where} has ${lines.length} line` : '',
      isHead(last) || isFacts(last) ? `${where} ends with "${last}"` : '',
      isFacts(first) ? `${where} begins with "${first}"` : '',
      loneLine(texts, lines, pages[index + 1] ?? []) ? `one line of a paragraph is alone at the end of ${where}` : '',
    ].filter(Boolean);
  });
}

/** Whether a paragraph is split between two pages so that a single line of it stands on one of them. */
function loneLine(texts: string[], above: string[], below: string[]): boolean {
  const holds = (...lines: (string | undefined)[]) => {
    const part = normalized(lines.join(''));
    return lines.every((line) => line !== undefined) && texts.some((text) => text.includes(part));
  };
  const [before, last, first, after] = [above.at(-2), above.at(-1), below[0], below[1]];
  return holds(last, first) && !(holds(before, last, first) && holds(last, first, after));
}

describe('the pages of a long CV', () => {
  test.each(templateIds)(
    '%s: no heading ends a page, no line of an entry is alone, no last page has one line',
    async (template) => {
      const found: string[] = [];
      for (let jobs = 1; jobs <= LENGTHS; jobs += 1) {
        const model = careerOf(jobs, template);
        const pages = pageLines(await printer.print(renderPrintPage(model)), model.header.name);
        found.push(...problems(model, pages).map((problem) => `${jobs} jobs: ${problem}`));
      }
      expect(found).toEqual([]);
    },
    patience,
  );

  test(
    'a career of 60 jobs fills its pages to the end',
    async () => {
      const model = buildDocument(longCareerSource(), now);
      const file = await printer.print(renderPrintPage(model));
      const pages = pageLines(file, model.header.name);
      expect(pages.length).toBeGreaterThanOrEqual(12);
      for (const lines of pages.slice(0, -1)) expect(lines.length).toBeGreaterThan(30);
    },
    patience,
  );
});
