import type { OfficeFormat } from '../office/converter.ts';
import { throwExportError } from '../office/office-errors.ts';
import { wordDocument } from '../word/word-document.ts';
import { embedInWord } from './embed-resume.ts';
import type { Format } from './format.ts';
import { shownResumeFile } from './shown-resume.ts';

/** Word (Office Open XML), with the JSON Resume from which it can be imported. */
export const docx: Format = {
  id: 'docx',
  contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  extension: 'docx',
  render: async ({ model, source }) => {
    const [document, resume] = [await wordDocument(model), shownResumeFile(source)];
    return resume ? embedInWord(document, resume) : document;
  },
};

/** A format that LibreOffice converts from the Word document, so that all three look alike. */
export function officeFormat(id: OfficeFormat, contentType: string): Format {
  return {
    id,
    contentType,
    extension: id,
    render: async ({ model }, { office }) =>
      office.convert(await wordDocument(model, { modern: id !== 'doc' }), id).catch(throwExportError),
  };
}
