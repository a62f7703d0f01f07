import type { Sliced } from './slices.ts';

// Control, unassigned and private-use characters have no glyph. Embeddings, overrides and isolates (UAX #9)
// could show a reader another text than a parser extracts. The marks LRM, RLM and ALM are harmless.
const controls = /(?![\t\n])\p{Cc}|[\p{Cn}\p{Co}\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ufffd]/gu;
const lineBreaks = /\r\n?|[\u2028\u2029]/g;

/** Returns the text as a single line for headings, names and dates. */
export function plainLine(text: string | null | undefined): string {
  return wellFormed(text).replace(/\s+/g, ' ').trim();
}

/** Splits a text at line breaks into paragraphs, without empty ones. */
export function plainParagraphs(text: string | null | undefined): string[] {
  return wellFormed(text)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
}

/** Splits many texts, which may be long together. Yields before each. */
export function* splitTexts(
  texts: Iterable<string | null>,
  split: (text: string | null) => string[],
): Sliced<string[]> {
  const lines: string[] = [];
  for (const text of texts) {
    yield;
    for (const line of split(text)) lines.push(line);
  }
  return lines;
}

/** Splits a text into list items, without the bullets typed before them. */
export function plainPoints(text: string | null | undefined): string[] {
  return plainParagraphs(text)
    .map((line) => line.replace(/^[-*•◦▪‣·–—]\s+/u, ''))
    .filter((line) => line !== '');
}

function wellFormed(text: string | null | undefined): string {
  return (text ?? '').toWellFormed().replace(lineBreaks, '\n').replace(controls, '');
}
