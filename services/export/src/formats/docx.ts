import type { OfficeFormat } from '../office/converter.ts';
import { throwExportError } from '../office/office-errors.ts';
import { wordDocument } from '../word/word-document.ts';
import type { Format } from './format.ts';

/** Word (Office Open XML). */
export const docx: Format = {
  id: 'docx',
  contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  extension: 'docx',
  render: ({ model }) => wordDocument(model),
};

/** A format that LibreOffice converts from the Word document, so that all three look alike. */
export function officeFormat(id: OfficeFormat, contentType: string): Format {
  return {
    id,
    contentType,
    extension: id,
    render: async ({ model }, { office }) => office.convert(await wordDocument(model), id).catch(throwExportError),
  };
}
