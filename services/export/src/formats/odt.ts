import { officeFormat } from './docx.ts';

/** OpenDocument Text. */
export const odt = officeFormat('odt', 'application/vnd.oasis.opendocument.text');
