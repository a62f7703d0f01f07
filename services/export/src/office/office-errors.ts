import { ExportError } from '../export-error.ts';

/** LibreOffice failed to start, or the converter is closed. */
export class OfficeUnavailable extends Error {
  override readonly name = 'OfficeUnavailable';
}

/** LibreOffice exited while it converted a document. */
export class OfficeCrashed extends Error {
  override readonly name = 'OfficeCrashed';
  /** The last lines that LibreOffice or its driver wrote to stderr. They are logged. */
  readonly programOutput: readonly string[];
  constructor(message: string, programOutput: readonly string[] = []) {
    super(message);
    this.programOutput = programOutput;
  }
}

export class OfficeTimeout extends Error {
  override readonly name = 'OfficeTimeout';
}

/** The signal aborted a conversion that was running. */
export class ConversionCancelled extends Error {
  override readonly name = 'ConversionCancelled';
}

export function throwExportError(error: unknown): never {
  if (error instanceof OfficeUnavailable)
    throw new ExportError('renderer_unavailable', 'The converter failed to start.', error);
  if (error instanceof OfficeCrashed)
    throw new ExportError('renderer_crashed', 'The document crashed the converter.', error);
  if (error instanceof OfficeTimeout)
    throw new ExportError('render_timeout', 'Converting the document timed out.', error);
  throw ExportError.from(error);
}
