/** Shorter texts are in too many places. */
const MIN_LENGTH = 3;
/** Limits the work after each pause in typing. */
const MAX_TEXTS = 50;
const MAX_LENGTH = 100;
const PLACES = 'header, section, article, p, li, h1, h2, h3';

/** Finds the smallest part of a CV with as much of the text of a form as possible. */
export function findEdited(form: HTMLFormElement, page: Document): Element | undefined {
  const texts: string[] = [];
  for (const field of form.elements) {
    const text = textOf(field);
    if (text.length >= MIN_LENGTH) texts.push(text);
    if (texts.length === MAX_TEXTS) break;
  }
  if (texts.length === 0) return undefined;
  let best: { place: Element; found: number; size: number } | undefined;
  for (const place of page.querySelectorAll(PLACES)) {
    const content = plain(place.textContent ?? '');
    const found = texts.reduce((sum, text) => sum + (content.includes(text) ? text.length : 0), 0);
    const size = content.length;
    if (found > (best?.found ?? 0) || (best && found === best.found && size < best.size)) best = { place, found, size };
  }
  return best?.place;
}

/** The start of the first line of a text that the owner typed. */
function textOf(field: Element): string {
  const isText = field.matches('textarea, input:not([type]), input[type=text], input[type=url]');
  const [line = ''] = isText ? (field as HTMLInputElement).value.trim().split('\n') : [];
  return plain(line.slice(0, MAX_LENGTH));
}

/** The letters and digits: pages have typographic quotation marks, dashes and spaces. */
const plain = (text: string) =>
  text
    .replace(/\p{Cf}+/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
