import { type PageFile, pageFile } from '../../../layout/page-file.ts';

/** The script that keeps figures up to date. */
export const liveScript: PageFile = pageFile('live.js');
