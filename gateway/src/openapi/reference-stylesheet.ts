import { type PageFile, pageFile } from '../site/page-file.ts';

export const referenceStylesheet: PageFile = pageFile('reference.css', '/docs');
