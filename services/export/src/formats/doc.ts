import { officeFormat } from './office-format.ts';

/** A Word 97–2003 file. */
export const doc = officeFormat('doc', 'application/msword');
