import { execFileSync } from 'node:child_process';

/** What poppler's programs say of a PDF; for tests. */
export function readPdf(file: Buffer) {
  const read = (program: string, ...options: string[]) =>
    execFileSync(program, options, { input: file, maxBuffer: 64 * 1024 * 1024 }).toString();
  return {
    text: (...options: string[]) => read('pdftotext', ...options, '-', '-'),
    info: (...options: string[]) => read('pdfinfo', ...options, '-'),
    fonts: () => read('pdffonts', '-').split('\n').slice(2).filter(Boolean),
    images: () => read('pdfimages', '-list', '-').match(/^\s*\d+\s+\d+\s+image /gm)?.length ?? 0,
  };
}

/** The lines of each page, footers left out. */
export function pageLines(file: Buffer, footer: string, ...options: string[]): string[][] {
  const pages = readPdf(file)
    .text(...options)
    .split('\f')
    .slice(0, -1);
  const isFooter = (line: string) => line === footer || /^\d+ ?\/ ?\d+$/.test(line);
  return pages.map((page, index) =>
    page
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && (index === 0 || !isFooter(line))),
  );
}

/** Throws at the first of `parts` that does not come after the one before it; white space and dots do not count. */
export function expectInOrder(text: string, parts: string[]): void {
  const rest = tight(text);
  let from = 0;
  for (const part of parts) {
    const at = rest.indexOf(tight(part), from);
    if (at < 0) throw new Error(`${part} does not come after ${rest.slice(Math.max(0, from - 60), from)}`);
    from = at + tight(part).length;
  }
}

export const tight = (text: string) => text.normalize('NFKC').replace(/[\s·•\u200e\u200f\u202a-\u202e]/g, '');
