import { invalid } from '@vitae/kit/errors';
import { type Form, LONG_FORM, ONCE_FIELD } from '../../../layout/form.ts';
import { numberOf } from '../only-numbers.ts';
import type { Submission } from './cv-editor.ts';
import { type PartAddress, type PartTexts, rowsInOrder, rowsShown } from './cv-part.ts';
import { type Direction, moveRow } from './row-order.ts';
import { nameOf, type RowKind, rowFields, sectionOf } from './sections.ts';

const OTHER_FIELDS = ['changed', 'continues', 'digest', 'items', 'loaded', 'stay', 'use'];
const ROWS_FIELDS = ['add', 'move', 'order', 'rows'];
const ROW_FIELD = /^(\w+)\.(\d{1,4})$/;
const MOVE = /^(up|down)\.(\d{1,4})$/;
const ORDER = /^(?:\d{1,4}(?:,\d{1,4})*)?$/;

/** Reads the submitted form of a part. */
export function submissionOf(address: PartAddress, form: Form): Submission {
  const { fields, rows } = sectionOf(address.section);
  const names = new Set([...fields.map(nameOf), ...OTHER_FIELDS, ...(rows ? ROWS_FIELDS : [])]);
  const inRow = new Set(rows ? ['depth', 'remove', ...rowFields[rows].map(nameOf)] : []);
  const {
    add,
    changed,
    continues,
    digest = '',
    items,
    loaded = '',
    move,
    rows: count = '0',
    stay,
    use,
    ...texts
  } = form.texts((name) => {
    const [, field = '', row] = ROW_FIELD.exec(name) ?? [];
    return names.has(name) || (inRow.has(field) && Number(row) < LONG_FORM.fields);
  });
  if (!/^\d{1,4}$/.test(count) || Number(count) > LONG_FORM.fields) throw invalid('The form has too many rows.');
  const shown: PartTexts = { ...texts, ...(rows && { rows: count }) };
  const adds = rows !== undefined && add !== undefined;
  if (adds) addRow(rows, shown);
  if (!isOrder(shown.order)) throw invalid('The order of the rows is invalid.');
  const moved = rows && move !== undefined ? withMove(rows, shown, move) : undefined;
  return {
    address,
    digest,
    loaded,
    ...(items && { items: Number(items) }),
    ...(continues && { continues: Number(continues) }),
    changed: numberOf(changed),
    ...(use && { use }),
    ...(address.item === 'new' && { once: form.get(ONCE_FIELD) }),
    ...(adds && { adds }),
    ...(moved ?? { texts: shown }),
  };
}

/** Adds a blank row to a form. */
function addRow(kind: RowKind, texts: PartTexts): void {
  const [field] = rowFields[kind];
  const number = rowsShown(texts);
  if (field && number < LONG_FORM.fields) texts[`${nameOf(field)}.${number}`] = '';
}

function isOrder(order = ''): boolean {
  const numbers = order.split(',').map(Number);
  return ORDER.test(order) && new Set(numbers).size === numbers.length;
}

/** Applies the button that moves a row. The first and the last row of a level stay. */
function withMove(kind: RowKind, texts: PartTexts, move: string): { texts: PartTexts; moved: number } {
  const [, direction, row] = MOVE.exec(move) ?? [];
  const number = Number(row);
  if (!direction || number >= rowsShown(texts)) throw invalid('The form does not have the row to move.');
  const rows = moveRow(rowsInOrder(kind, texts), number, direction as Direction);
  if (!rows) return { texts, moved: number };
  const depths = rows.map((row) => [`depth.${row.number}`, String(row.depth)]);
  const order = rows.map((row) => row.number).join();
  return { texts: { ...texts, ...(kind !== 'missions' && Object.fromEntries(depths)), order }, moved: number };
}
