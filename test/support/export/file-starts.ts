/** The first characters of files of each format, as Latin-1. */
export const fileStarts = { pdf: '%PDF-', odt: 'PK', doc: '\u00d0\u00cf\u0011\u00e0', docx: 'PK', txt: '', json: '{' };
