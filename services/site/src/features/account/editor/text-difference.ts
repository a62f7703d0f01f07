import { diffWordsWithSpace } from 'diff';

/** A piece of two texts. `only` says which text has it; pieces without it are in both. */
export type TextPiece = { text: string; only?: 'own' | 'stored' };

/** A comparison of longer or more different texts would take long. */
const MAX_LENGTH = 20_000;
const MAX_EDITS = 200;

/** Compares two texts word by word. Returns undefined if they have no word in common or are too long or too different. */
export function textDifference(own: string, stored: string): TextPiece[] | undefined {
  if (own.length > MAX_LENGTH || stored.length > MAX_LENGTH) return undefined;
  const pieces = diffWordsWithSpace(own, stored, { maxEditLength: MAX_EDITS });
  if (!pieces?.some(({ added, removed, value }) => !added && !removed && /[\p{L}\p{N}]/u.test(value))) return undefined;
  return pieces.map(({ added, removed, value }) => ({
    text: value,
    ...(added && { only: 'stored' }),
    ...(removed && { only: 'own' }),
  }));
}
