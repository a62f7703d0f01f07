import { ExportError } from '../export-error.ts';
import type { OfficeFormat } from '../office/converter.ts';
import { OfficeCrashed, OfficeTimeout, OfficeUnavailable } from '../office/office-errors.ts';
import { wordDocument } from '../word/word-document.ts';
import type { Format } from './format.ts';

/** A format that LibreOffice makes of the Word document, so that all three look alike. */
export function officeFormat(id: OfficeFormat, contentType: string): Format {
  return {
    id,
    contentType,
    extension: id,
    render: async ({ model }, { office }) => {
      try {
        return await office.convert(await wordDocument(model), id);
      } catch (error) {
        throw asExportError(error);
      }
    },
  };
}

function asExportError(error: unknown): ExportError {
  if (error instanceof OfficeCrashed)
    return new ExportError('renderer_crashed', 'The document crashes the converter.', error);
  if (error instanceof OfficeTimeout)
    return new ExportError('render_timeout', 'The document took too long to convert.', error);
  if (error instanceof OfficeUnavailable)
    return new ExportError('renderer_unavailable', 'The converter does not start.', error);
  return ExportError.from(error);
}
