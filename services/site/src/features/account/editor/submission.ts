import { invalid } from '@vitae/kit/errors';
import { type Form, LONG_FORM } from '../../../layout/form.ts';
import type { Submission } from './cv-editor.ts';
import type { PartAddress } from './cv-part.ts';
import { nameOf, rowFields, sectionOf } from './sections.ts';

const OTHER_FIELDS = ['continues', 'digest', 'items', 'rows', 'stay'];
const ROW_FIELD = /^(\w+)\.(\d{1,4})$/;

/** Reads the submitted form of a part. */
export function submissionOf(address: PartAddress, form: Form): Submission {
  const { fields, rows } = sectionOf(address.section);
  const names = new Set([...fields.map(nameOf), ...OTHER_FIELDS]);
  const inRow = new Set(rows ? ['depth', 'remove', ...rowFields[rows].map(nameOf)] : []);
  const {
    continues,
    digest = '',
    items,
    rows: count = '0',
    stay,
    ...texts
  } = form.texts((name) => {
    const [, field = ''] = ROW_FIELD.exec(name) ?? [];
    return names.has(name) || inRow.has(field);
  });
  if (!/^\d{1,4}$/.test(count) || Number(count) > LONG_FORM.fields) throw invalid('The form has too many rows.');
  return {
    address,
    digest,
    ...(items && { items: Number(items) }),
    ...(continues && { continues: Number(continues) }),
    texts: { ...texts, ...(rows && { rows: count }) },
  };
}
