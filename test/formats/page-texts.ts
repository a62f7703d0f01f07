import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

// What a program that reads a PDF adds or leaves out by itself: line ends, the hyphen at one, the sign
// before a point, marks of direction, zero width.
const BY_READERS = /[\s\u00ad\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069•-]/g;

/** The text of each page in the order of the file, without its running footer and without spaces. */
export async function pageTexts(path: string, name: string): Promise<string[]> {
  const { stdout } = await run('pdftotext', ['-raw', path, '-'], { maxBuffer: 64 * 1024 * 1024 });
  const pages = stdout.split('\f').slice(0, -1).map(bare);
  const footer = bare(name);
  return pages.map((page, index) => {
    if (index === 0) return page;
    const number = `${index + 1}/${pages.length}`;
    // The browser writes the footer before the page, in its own order, a word processor after it.
    for (const running of [`${number}${footer}`, `${footer}${number}`]) {
      if (page.startsWith(running)) return page.slice(running.length);
      if (page.endsWith(running)) return page.slice(0, -running.length);
    }
    return page;
  });
}

function bare(text: string): string {
  return text.normalize('NFKC').replace(BY_READERS, '');
}

/** The characters of a text in no order: programs that set words from the right, or letters of another font, each write their own. */
export function sortedCharacters(text: string): string {
  return Array.from(text).sort().join('');
}
