import { type PageFile, pageFile } from '../../layout/page-file.ts';

export const referenceStylesheet: PageFile = pageFile('reference.css', '/docs');
