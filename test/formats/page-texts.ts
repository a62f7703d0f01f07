import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

// Characters that PDF readers add or drop: white space, hyphens at line ends, bullets, direction marks, zero width.
const READER_DEPENDENT = /[\s\u00ad\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069•-]/g;

/** Returns the text of each page without the footer and without reader-dependent characters. */
export async function pageTexts(path: string, name: string): Promise<string[]> {
  const { stdout } = await run('pdftotext', ['-raw', path, '-'], { maxBuffer: 64 * 1024 * 1024 });
  const pages = stdout.split('\f').slice(0, -1).map(normalize);
  const footerName = normalize(name);
  return pages.map((page, index) => {
    if (index === 0) return page;
    const number = `${index + 1}/${pages.length}`;
    // The browser writes the footer before the page, number first. Word processors write it after the page.
    for (const footer of [`${number}${footerName}`, `${footerName}${number}`]) {
      if (page.startsWith(footer)) return page.slice(footer.length);
      if (page.endsWith(footer)) return page.slice(0, -footer.length);
      // Word processors write headings in the margin last.
      if (page.includes(footer)) return page.replace(footer, '');
    }
    return page;
  });
}

function normalize(text: string): string {
  return text.normalize('NFKC').replace(READER_DEPENDENT, '');
}

/** Makes texts comparable whose order depends on the program, such as right-to-left words. */
export function sortedCharacters(text: string): string {
  return Array.from(text).sort().join('');
}
