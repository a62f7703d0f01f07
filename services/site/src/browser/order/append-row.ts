import { ROW_NUMBER } from '../../features/account/editor/row-order.ts';

/** Appends a blank row to the rows of a form, and returns it. */
export function appendRow(list: HTMLElement): HTMLElement | undefined {
  const template = document.querySelector<HTMLTemplateElement>('#row-template');
  if (!template) return undefined;
  const rows = Array.from(list.querySelectorAll<HTMLElement>('[data-row]'));
  const number = Math.max(-1, ...rows.map((row) => Number(row.dataset.row))) + 1;
  list.insertAdjacentHTML('beforeend', template.innerHTML.replaceAll(String(ROW_NUMBER), String(number)));
  const row = list.lastElementChild as HTMLElement;
  const legend = row.querySelector('legend');
  if (legend) legend.textContent = (rows.length + 1).toLocaleString(document.documentElement.lang);
  return row;
}
