import { officeFormat } from './office-format.ts';

/** Word 97–2003. */
export const doc = officeFormat('doc', 'application/msword');
