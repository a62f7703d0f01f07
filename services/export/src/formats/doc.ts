import { officeFormat } from './docx.ts';

/** Word 97–2003. */
export const doc = officeFormat('doc', 'application/msword');
