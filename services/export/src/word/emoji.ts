/**
 * Drawn in outlines: LibreOffice before 7.5 leaves the signs of a colour font blank in its PDF. Where it is
 * missing, as in Word, or lacks a sign, the system takes the emoji font that it has.
 */
export const EMOJI_FONT = 'Symbola';

const emojis = /\p{RGI_Emoji}+/gv;

/** A text in parts that are emoji and parts that are not (UTS #51, "RGI emoji set"). */
export function emojiParts(text: string): { text: string; emoji: boolean }[] {
  const parts: { text: string; emoji: boolean }[] = [];
  let end = 0;
  for (const match of text.matchAll(emojis)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), emoji: false });
    parts.push({ text: match[0], emoji: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), emoji: false });
  return parts;
}
