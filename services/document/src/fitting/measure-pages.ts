/**
 * Measures a page that shows its document in columns (`measuringStyles`): replaces its style sheet, if one is given, and
 * returns how far each column is filled, from 0 to 1. Runs in the browser, so it can use nothing outside its body.
 */
export function measurePages(styles: string | null): number[] {
  const sheet = document.querySelector('style');
  if (sheet && styles !== null) sheet.textContent = styles;
  const { body } = document;
  const { paddingTop, columnGap, direction } = getComputedStyle(body);
  const px = (length: string) => Number.parseFloat(length);
  const box = body.getBoundingClientRect();
  const style = getComputedStyle(body);
  const top = box.top + px(paddingTop);
  const height = box.height - px(paddingTop) - px(style.paddingBottom);
  const width = box.width - px(style.paddingLeft) - px(style.paddingRight);
  const step = width + px(columnGap);
  const isRightToLeft = direction === 'rtl';
  const start = isRightToLeft ? box.right - px(style.paddingRight) : box.left + px(style.paddingLeft);

  const fills: number[] = [];
  const add = (rect: DOMRect) => {
    const middle = (rect.left + rect.right) / 2;
    const distance = isRightToLeft ? start - middle : middle - start;
    const column = Math.max(0, Math.floor((distance + px(columnGap) / 2) / step));
    fills[column] = Math.max(fills[column] ?? 0, (rect.bottom - top) / height);
  };
  const range = document.createRange();
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    range.selectNodeContents(texts.currentNode);
    for (const rect of range.getClientRects()) add(rect);
  }
  for (const block of document.querySelectorAll('.person, img')) for (const rect of block.getClientRects()) add(rect);
  return Array.from(fills, (fill) => Math.min(1, fill ?? 0));
}
