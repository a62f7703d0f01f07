import { officeFormat } from './office-format.ts';

/** OpenDocument Text. */
export const odt = officeFormat('odt', 'application/vnd.oasis.opendocument.text');
