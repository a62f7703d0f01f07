import {
  type Direction,
  directions,
  dropRow,
  type FormRow,
  moveRow,
  possibleMoves,
} from '../../features/account/editor/row-order.ts';
import { appendRow } from './append-row.ts';
import { createSortable, showHandles } from './create-sortable.ts';

/** Moves the rows of a form by drag and drop, with their buttons, or with the arrow keys on their handles. */
export function startFormRows(): void {
  const list = document.querySelector<HTMLElement>('[data-rows]');
  const form = list?.closest('form');
  if (list && form) orderRows(list, form);
}

const KEYS: Readonly<Record<string, Direction>> = { ArrowUp: 'up', ArrowDown: 'down' };

const numberOf = (row: HTMLElement) => Number(row.dataset.row);
const depthIn = (row: HTMLElement) => row.querySelector<HTMLSelectElement>('select[name^="depth."]');

function orderRows(list: HTMLElement, form: HTMLFormElement): void {
  const order = form.elements.namedItem('order') as HTMLInputElement;
  const stored = form.elements.namedItem('rows') as HTMLInputElement;
  const elements = () => Array.from(list.querySelectorAll<HTMLElement>('[data-row]'));
  const isBlank = (row: HTMLElement) =>
    numberOf(row) >= Number(stored.value) &&
    Array.from(row.querySelectorAll<HTMLInputElement>('input, textarea')).every(({ value }) => value.trim() === '');
  const rowsShown = () =>
    elements().map((row) => ({
      number: numberOf(row),
      depth: Number(depthIn(row)?.value ?? 1),
      isBlank: isBlank(row),
    }));
  const updateButtons = () => {
    const moves = possibleMoves(rowsShown());
    for (const direction of directions)
      for (const button of list.querySelectorAll<HTMLButtonElement>(`[name=move][value^="${direction}."]`))
        button.hidden = !moves.get(Number(button.value.split('.')[1]))?.has(direction);
  };
  const show = (rows: readonly FormRow[]) => {
    const focused = document.activeElement as HTMLElement | null;
    const shown = elements();
    const legends = shown.map((row) => row.querySelector('legend')?.textContent ?? '');
    const byNumber = new Map(shown.map((row) => [numberOf(row), row]));
    for (const [index, { number, depth }] of rows.entries()) {
      const element = byNumber.get(number);
      if (!element) continue;
      const [legend, select] = [element.querySelector('legend'), depthIn(element)];
      if (legend) legend.textContent = legends[index] ?? '';
      if (select) select.value = String(depth);
      list.append(element);
    }
    updateButtons();
    const row = focused?.closest<HTMLElement>('[data-row]');
    (focused?.hidden ? row?.querySelector<HTMLElement>('.drag-handle') : focused)?.focus();
  };
  const change = (rows: readonly FormRow[], number: number) => {
    show(rows);
    order.value = rows.map((row) => row.number).join();
    form.dispatchEvent(new Event('input'));
    const filled = rowsShown().filter((row) => !row.isBlank || row.number === number);
    const place = { to: filled.findIndex((row) => row.number === number) + 1, count: filled.length };
    const text = list.dataset.rows ?? '';
    const status = list.nextElementSibling as HTMLElement;
    status.textContent = text.replace(/\{(to|count), number\}/g, (_all, name: keyof typeof place) => `${place[name]}`);
  };
  const move = (target: EventTarget | null, direction: Direction | undefined) => {
    const row = (target as Element).closest<HTMLElement>('[data-row]');
    const moved = row && direction && moveRow(rowsShown(), numberOf(row), direction);
    if (moved) change(moved, numberOf(row));
  };

  list.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>('[name=move]');
    if (!button) return;
    event.preventDefault();
    move(
      button,
      directions.find((one) => button.value.startsWith(one)),
    );
  });
  // A row with text is no longer blank.
  list.addEventListener('input', updateButtons);
  form.querySelector('[name=add]')?.addEventListener('click', (event) => {
    const row = appendRow(list);
    if (!row) return;
    event.preventDefault();
    showHandles(list);
    updateButtons();
    row.querySelector<HTMLElement>('input, textarea')?.focus();
  });
  list.addEventListener('keydown', (event) => {
    const direction = KEYS[event.key];
    if (!direction || !(event.target as Element).closest('.drag-handle')) return;
    event.preventDefault();
    move(event.target, direction);
  });
  let before: FormRow[] = [];
  createSortable(list, {
    // A copy of the row in the form would repeat its fields.
    fallbackOnBody: true,
    onStart: () => {
      before = rowsShown();
    },
    onEnd: ({ item }) => {
      const numbers = elements().map(numberOf);
      const rows = dropRow(before, numberOf(item), numbers, depthIn(item)?.options.length ?? 1);
      if (rows.some(({ number }, index) => number !== before[index]?.number)) change(rows, numberOf(item));
      else show(before);
    },
  });
  showHandles(list);
  // The order of a draft that was restored.
  const drafted = order.value.split(',').map(Number);
  if (order.value) show(rowsShown().toSorted((one, other) => placeIn(drafted, one) - placeIn(drafted, other)));
}

/** Rows that an order does not have follow. */
function placeIn(order: readonly number[], { number }: FormRow): number {
  const index = order.indexOf(number);
  return index < 0 ? order.length + number : index;
}
