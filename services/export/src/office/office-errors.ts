/** LibreOffice ended under a document. */
export class OfficeCrashed extends Error {
  override readonly name = 'OfficeCrashed';
}

/** LibreOffice did not finish a document in its time. */
export class OfficeTimeout extends Error {
  override readonly name = 'OfficeTimeout';
}

/** Whoever wanted the document does not any more. */
export class ConversionCancelled extends Error {
  override readonly name = 'OfficeGivenUp';
}

/** LibreOffice cannot be started. */
export class OfficeUnavailable extends Error {
  override readonly name = 'OfficeUnavailable';
}
