import type { DocumentModel } from '@vitae/document/document-model';
import type { Printer } from '../browser/printer.ts';
import type { OfficeFormat } from '../office/converter.ts';
import { throwExportError } from '../office/office-errors.ts';
import { wordDocument } from '../word/word-document.ts';
import { embedInWord } from './embed-resume.ts';
import { withFittedDensity } from './fitted-pages.ts';
import type { Format, RenderEvents, RenderedCv } from './format.ts';
import { shownResumeFile } from './shown-resume.ts';

/** Word (Office Open XML), with the JSON Resume from which it can be imported. */
export const docx: Format = {
  id: 'docx',
  contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  extension: 'docx',
  render: async (cv, { printer }, events) => {
    const [document, resume] = [await wordDocument(await fittedModel(cv, printer, events)), shownResumeFile(cv.source)];
    return resume ? embedInWord(document, resume) : document;
  },
};

/** A format that LibreOffice converts from the Word document, so that all three look alike. */
export function officeFormat(id: OfficeFormat, contentType: string): Format {
  return {
    id,
    contentType,
    extension: id,
    render: async (cv, { office, printer }, events) => {
      const document = await wordDocument(await fittedModel(cv, printer, events), { modern: id !== 'doc' });
      return office.convert(document, id).catch(throwExportError);
    },
  };
}

/** The document with the spacing and type sizes of its PDF. */
function fittedModel(
  { model, source }: RenderedCv,
  printer: Printer,
  { onUnfitted }: RenderEvents = {},
): Promise<DocumentModel> {
  return withFittedDensity(model, source.maxPages, printer, onUnfitted);
}
