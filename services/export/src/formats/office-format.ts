import type { OfficeFormat } from '../office/converter.ts';
import { throwExportError } from '../office/office-errors.ts';
import { wordDocument } from '../word/word-document.ts';
import type { Format } from './format.ts';

/** A format that LibreOffice converts from the Word document, so that all three look alike. */
export function officeFormat(id: OfficeFormat, contentType: string): Format {
  return {
    id,
    contentType,
    extension: id,
    render: async ({ model }, { office }) => office.convert(await wordDocument(model), id).catch(throwExportError),
  };
}
