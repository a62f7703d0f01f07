/** Controls that change the direction of the text around them (Unicode Standard Annex 9). */
const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Initiators and terminators of isolates, which could end the surrounding isolate early. */
const ISOLATES = /[\u2066-\u2069]/g;

/** Encloses a name in isolate characters if it could reorder the text around it. Other names are returned unchanged. */
export function isolateText(name: string): string {
  if (!CONTROLS.test(name) && !RIGHT_TO_LEFT.test(name)) return name;
  return `\u2068${isBalanced(name) ? name : name.replace(ISOLATES, '')}\u2069`;
}

/** Returns whether each isolate of a text ends in it. */
function isBalanced(text: string): boolean {
  let open = 0;
  for (const [character] of text.matchAll(ISOLATES)) {
    open += character === '\u2069' ? -1 : 1;
    if (open < 0) return false;
  }
  return open === 0;
}
