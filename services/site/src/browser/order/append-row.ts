import { ROW_NUMBER } from '../../features/account/editor/row-order.ts';

/** The attributes that contain the number of a row. Buttons have it in their value too. */
const NUMBERED = ['id', 'for', 'name', 'aria-describedby', 'data-row'];
const PLACEHOLDER = new RegExp(`\\b${ROW_NUMBER}\\b`, 'g');

/** Appends a blank row to the rows of a form, and returns it. */
export function appendRow(list: HTMLElement): HTMLElement | undefined {
  const template = document.querySelector<HTMLTemplateElement>('#row-template')?.content.firstElementChild;
  if (!template) return undefined;
  const rows = Array.from(list.querySelectorAll<HTMLElement>('[data-row]'));
  const number = Math.max(-1, ...rows.map((row) => Number(row.dataset.row))) + 1;
  const row = document.importNode(template, true) as HTMLElement;
  for (const element of [row, ...row.querySelectorAll('*')])
    for (const name of element instanceof HTMLButtonElement ? [...NUMBERED, 'value'] : NUMBERED) {
      const value = element.getAttribute(name);
      if (value) element.setAttribute(name, value.replace(PLACEHOLDER, String(number)));
    }
  const legend = row.querySelector('legend');
  if (legend) legend.textContent = (rows.length + 1).toLocaleString(document.documentElement.lang);
  list.append(row);
  return row;
}
