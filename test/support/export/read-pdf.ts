import { execFileSync } from 'node:child_process';
import { streamContent } from '@vitae/export/formats/pdf-content';

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

/** How many signs a PDF of the browser shows as the box of a missing glyph: glyph 0 of a font with codes of two bytes. */
export function missingGlyphs(file: Buffer): number {
  const text = file.toString('latin1');
  const composite = new Set(
    [...text.matchAll(/\n(\d+) 0 obj\n<<\/Type \/Font\n\/Subtype \/Type0\n/g)].map(([, id]) => id),
  );
  let missing = 0;
  for (const [, id] of text.matchAll(/\/Contents (\d+) 0 R/g)) {
    let current = '';
    for (const [, font, codes] of streamContent(text, Number(id))?.matchAll(
      /\/F(\d+) [\d.]+ Tf\n|<([0-9A-F]+)>(?= Tj|[^\]<>]*\] ?TJ)/g,
    ) ?? []) {
      current = font ?? current;
      if (codes !== undefined && composite.has(current))
        missing += codes.match(/.{4}/g)?.filter((code) => code === '0000').length ?? 0;
    }
  }
  return missing;
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
  const rest = normalized(text);
  let from = 0;
  for (const part of parts) {
    const at = rest.indexOf(normalized(part), from);
    if (at < 0) throw new Error(`${part} does not come after ${rest.slice(Math.max(0, from - 60), from)}`);
    from = at + normalized(part).length;
  }
}

export const normalized = (text: string) => text.normalize('NFKC').replace(/[\s·•\u200e\u200f\u202a-\u202e]/g, '');
