// Controls, unassigned and private characters are never text: no font has a sign for them.
// Embeddings, overrides and isolates (UAX #9) could reorder what stands
// around them, so that a reader sees another text than a parser; the marks LRM, RLM and ALM may stay.
const controls = /(?![\t\n])\p{Cc}|[\p{Cn}\p{Co}\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ufffd]/gu;
const lineBreaks = /\r\n?|[\u2028\u2029]/g;

/** One line of text: what a heading, a name or a date may hold. */
export function plainLine(text: string | null | undefined): string {
  return wellFormed(text).replace(/\s+/g, ' ').trim();
}

/** Paragraphs, separated by line breaks; empty ones are left out. */
export function plainParagraphs(text: string | null | undefined): string[] {
  return wellFormed(text)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
}

/** The lines of a list, without the signs that its writer put before each. */
export function plainPoints(text: string | null | undefined): string[] {
  return plainParagraphs(text)
    .map((line) => line.replace(/^[-*•◦▪‣·–—]\s+/u, ''))
    .filter((line) => line !== '');
}

function wellFormed(text: string | null | undefined): string {
  return (text ?? '').toWellFormed().replace(lineBreaks, '\n').replace(controls, '');
}
