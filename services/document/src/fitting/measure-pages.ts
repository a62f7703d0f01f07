/**
 * Measures a document that is shown in columns (`pageColumns`): replaces its style sheet, if one is given, and returns
 * how far each column is filled, from 0 to 1. Runs in the browser, so it can use nothing outside its body.
 */
export function measurePages(styles: string | null, shown: Document = document): number[] {
  const sheet = shown.querySelector('style');
  if (sheet && styles !== null) sheet.textContent = styles;
  const { body } = shown;
  const style = getComputedStyle(body);
  const px = (length: string) => Number.parseFloat(length);
  const box = body.getBoundingClientRect();
  // The preview scales its sheets to the width of the window.
  const scale = box.width / (px(style.width) + px(style.paddingLeft) + px(style.paddingRight));
  const scaled = (length: string) => px(length) * scale;
  const top = box.top + scaled(style.paddingTop);
  const height = box.height - scaled(style.paddingTop) - scaled(style.paddingBottom);
  const gap = scaled(style.columnGap);
  const step = scaled(style.width) + gap;
  const isRightToLeft = style.direction === 'rtl';
  const start = isRightToLeft ? box.right - scaled(style.paddingRight) : box.left + scaled(style.paddingLeft);

  const fills: number[] = [];
  const add = (rect: DOMRect) => {
    const middle = (rect.left + rect.right) / 2;
    const distance = isRightToLeft ? start - middle : middle - start;
    const column = Math.max(0, Math.floor((distance + gap / 2) / step));
    fills[column] = Math.max(fills[column] ?? 0, (rect.bottom - top) / height);
  };
  const range = shown.createRange();
  const texts = shown.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    range.selectNodeContents(texts.currentNode);
    for (const rect of range.getClientRects()) add(rect);
  }
  for (const block of shown.querySelectorAll('.person, img')) for (const rect of block.getClientRects()) add(rect);
  return Array.from(fills, (fill) => Math.min(1, fill ?? 0));
}

/** Replaces the style sheet of a document without measuring it. Runs in the browser, like `measurePages`. */
export function replaceStyles(styles: string): void {
  const sheet = document.querySelector('style');
  if (sheet) sheet.textContent = styles;
}
