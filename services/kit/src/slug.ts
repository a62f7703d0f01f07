const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Text in lower case and without accents, for comparisons. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter);
}

export const MAX_SLUG = 60;

/** Text as a URL slug of a-z, 0-9 and dashes; "" when no character is left. */
export function slugOf(text: string): string {
  return withoutOuterDashes(dashed(text).slice(0, MAX_SLUG));
}

/** Whether a text is too long for a slug: over 60 characters as a slug, or over 1,000 in total. */
export function isSlugCut(text: string): boolean {
  return text.length > MAX_TEXT_LENGTH || withoutOuterDashes(dashed(text)).length > MAX_SLUG;
}

/** Folding megabytes would block other requests. */
const MAX_TEXT_LENGTH = 1_000;
const dashed = (text: string) => fold(text.slice(0, MAX_TEXT_LENGTH)).replace(/[^a-z0-9]+/g, '-');
const withoutOuterDashes = (slug: string) => slug.replace(/^-+|-+$/g, '');

const CANDIDATES = 16;

/**
 * Finds a numbered slug that is not taken: one of the first 16, or one at a random place of a range that grows. A slug
 * that a million have takes ten small queries.
 * @param findTaken returns which of the slugs are taken
 */
export async function findFreeSlug(
  slug: string,
  findTaken: (slugs: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<string> {
  for (let range = CANDIDATES; ; range *= 4) {
    const first = 1 + Math.floor(Math.random() * (range - CANDIDATES + 1));
    const slugs = Array.from({ length: CANDIDATES }, (_, index) => numberedSlug(slug, first + index));
    const taken = await findTaken(slugs);
    const free = slugs.find((candidate) => !taken.has(candidate));
    if (free !== undefined) return free;
  }
}

function numberedSlug(slug: string, number: number): string {
  return number === 1 ? slug : `${slug}-${number}`;
}
