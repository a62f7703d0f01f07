import { buildDocument, documentTexts } from '@vitae/document/build-document';
import type { DocumentModel } from '@vitae/document/document-model';
import { fittedStyles } from '@vitae/document/fitting/fitted-styles';
import { renderPrintPage } from '@vitae/document/pages/print-page';
import { sampleSource } from '@vitae/document/sample-source';
import { densitySteps, splitsEntries } from '@vitae/document/templates/density';
import { templateIds } from '@vitae/document/templates/templates';
import type { ExportSource } from '@vitae/proto/export-source';
import { longCareerSource } from '@vitae/test/support/document/hard-cases';
import { normalized, pageLines } from '@vitae/test/support/export/read-pdf';
import { openPagePrinter, type PagePrinter } from '@vitae/test/support/export/renderer-fixtures';

const MAX_JOBS = 24;
const now = Date.UTC(2026, 10, 21);
let printer: PagePrinter;
beforeAll(async () => {
  printer = await openPagePrinter();
});
afterAll(() => printer.close());

// The last sections of a CV, so that every kind of content occurs at the end of the last page.
const everything = sampleSource().sections;
const { certificates, references } = everything;
const undated = certificates.map((certificate) => ({ ...certificate, date: '' }));
const endings: Partial<ExportSource['sections']>[] = [
  {},
  { certificates: [...undated, ...undated, ...undated] },
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

function badPageBreaks(model: DocumentModel, pages: string[][]): string[] {
  const headings = new Set(model.sections.map(({ heading }) => heading));
  const isHeading = (line: string) => headings.has(line) || line.startsWith('Interim manager, mandate');
  const isFacts = (line: string) => /^Jan \d{4} – Jun \d{4}/.test(line);
  const texts = documentTexts(model).map(normalized);
  return pages.flatMap((lines, index) => {
    const [first = '', last = ''] = [lines[0], lines.at(-1)];
    const page = `page ${index + 1} of ${pages.length}`;
    return [
      lines.length < 2 ? `${page} has ${lines.length} line` : '',
      isHeading(last) || isFacts(last) ? `${page} ends with "${last}"` : '',
      isFacts(first) ? `${page} starts with "${first}"` : '',
      hasSingleLine(texts, lines, pages[index + 1] ?? []) ? `${page} splits off a single line of a paragraph` : '',
    ].filter(Boolean);
  });
}

/** Returns whether a paragraph is split so that a single line of it is on one of the two pages (widow or orphan). */
function hasSingleLine(texts: string[], above: string[], below: string[]): boolean {
  const isOneParagraph = (...lines: (string | undefined)[]) => {
    const part = normalized(lines.join(''));
    return lines.every((line) => line !== undefined) && texts.some((text) => text.includes(part));
  };
  const [before, last, first, after] = [above.at(-2), above.at(-1), below[0], below[1]];
  return isOneParagraph(last, first) && !(isOneParagraph(before, last, first) && isOneParagraph(last, first, after));
}

// Half of the documents have a step that splits short entries.
const splittingSteps = densitySteps.filter(splitsEntries);
const stepOf = (jobs: number) => (jobs <= MAX_JOBS / 2 ? 0 : (splittingSteps[jobs % splittingSteps.length] ?? 0));

/** A list that a page break splits after some of its items. */
type SplitList = { items: number; before: number; at: string };

function splitLists(model: DocumentModel, pages: string[][]): SplitList[] {
  const lists = model.sections.flatMap((section) =>
    section.content === 'entries' ? section.entries.map(({ points }) => points.map(normalized)) : [],
  );
  return pages.slice(0, -1).flatMap((lines, index) => {
    const [above, below] = [lines, pages[index + 1] ?? []].map((page) => normalized(page.join('')));
    return lists.flatMap((points) => {
      const before = points.findLastIndex((point) => above?.endsWith(point)) + 1;
      const isSplit = before > 0 && before < points.length && below?.startsWith(points[before] ?? '');
      return isSplit ? [{ items: points.length, before, at: points[before] ?? '' }] : [];
    });
  });
}

/** At least two items follow a page break. At steps that split short entries, at least two precede it. */
function badSplit({ items, before, at }: SplitList, step: number): string[] {
  const isGood = before >= (splitsEntries(step) ? 2 : 1) && items - before >= 2;
  return isGood ? [] : [`a page break after ${before} of ${items} items, at "${at}"`];
}

describe('page breaks of a long CV', () => {
  test.each(templateIds)('separate no heading, single line or single entry: %s template', async (template) => {
    const problems: string[] = [];
    const splits: SplitList[] = [];
    for (let jobs = 1; jobs <= MAX_JOBS; jobs += 1) {
      const model = careerOf(jobs, template);
      const step = stepOf(jobs);
      const html = renderPrintPage(model, { styles: fittedStyles(model, step) });
      const pages = pageLines(await printer.print(html), model.header.name, '-raw');
      const broken = splitLists(model, pages);
      if (splitsEntries(step)) splits.push(...broken);
      const found = [...badPageBreaks(model, pages), ...broken.flatMap((list) => badSplit(list, step))];
      problems.push(...found.map((problem) => `${jobs} jobs, step ${step}: ${problem}`));
    }
    expect(problems).toEqual([]);
    expect(splits.length).toBeGreaterThan(0);
  });

  test('leave no large gaps at page ends', async () => {
    const model = buildDocument(longCareerSource(), now);
    const file = await printer.print(renderPrintPage(model));
    const pages = pageLines(file, model.header.name, '-raw');
    expect(pages.length).toBeGreaterThanOrEqual(12);
    for (const lines of pages.slice(0, -1)) expect(lines.length).toBeGreaterThan(30);
  });
});
