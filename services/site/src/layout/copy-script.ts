import { type PageFile, pageFile } from './page-file.ts';

/** The script behind the copy buttons. */
export const copyScript: PageFile = pageFile('copy.js');
