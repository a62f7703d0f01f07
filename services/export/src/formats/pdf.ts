import { throwExportError } from '../browser/browser-errors.ts';
import { archivalPdf } from './archival-pdf.ts';
import { printFitted } from './fitted-pages.ts';
import type { Format } from './format.ts';
import { shownResumeFile } from './shown-resume.ts';

/** A tagged PDF/A with title, language, outline and the JSON Resume from which it can be imported. */
export const pdf: Format = {
  id: 'pdf',
  contentType: 'application/pdf',
  extension: 'pdf',
  render: async ({ model, source }, { printer }, { onLayout } = {}) => {
    const { content: printed, layout } = await printFitted(model, source.maxPages, printer).catch(throwExportError);
    onLayout?.(layout);
    return archivalPdf(printed, { ...model, modifiedAt: modifiedAt(source) }, shownResumeFile(source)).file;
  },
};

const UTC = /Z|[+-]\d\d:?\d\d$/;

function modifiedAt({ cv: { updatedAt } }: { cv: { updatedAt: string } }): Date {
  const date = new Date(UTC.test(updatedAt) ? updatedAt : `${updatedAt}Z`);
  return Number.isNaN(date.getTime()) ? new Date(0) : date;
}
