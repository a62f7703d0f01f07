import { formFrom } from '../../../layout/form.ts';
import { keptRows, type PartAddress, rowsShown } from './cv-part.ts';
import { submissionOf } from './submission.ts';

const experience: PartAddress = { section: 'experiences', item: 1 };
const submit = (fields: Record<string, string>, address = experience) =>
  submissionOf(address, formFrom(new URLSearchParams(fields)));
const tasks = { rows: '3', 'description.0': 'a', 'description.1': 'b', 'description.2': 'c', order: '' };

test.each([
  [{ move: 'up.1' }, '1,0,2,3'],
  [{ move: 'down.1' }, '0,2,1,3'],
  // Buttons of a form whose rows were moved before.
  [{ move: 'up.1', order: '2,1,0' }, '1,2,0,3'],
  [{ move: 'up.2', order: '1' }, '1,2,0,3'],
  // A new row.
  [{ move: 'up.4', 'description.4': 'new' }, '0,1,4,2,3'],
  // The first and the last row.
  [{ move: 'up.0' }, ''],
  [{ move: 'down.2' }, ''],
])('applies the button that moves a row: %j', (fields, order) => {
  const { moved, texts } = submit({ ...tasks, ...fields });
  expect(moved).toBe(Number(fields.move.split('.')[1]));
  expect({ ...texts }).toEqual({ ...tasks, ...fields, order, move: undefined });
});

test('a row that the number of rows does not include is saved if it has text', () => {
  const { texts } = submit({ ...tasks, rows: '0', 'description.7': 'last' });
  expect(keptRows('missions', texts).map(({ number }) => number)).toEqual([0, 1, 2, 7]);
  expect(() => submit({ ...tasks, 'description.2500': 'x' })).toThrow('unknown or repeated field');
});

test('a moved row has the level that saving would give it', () => {
  const skills = { rows: '2', 'title.0': 'a', 'depth.0': '3', 'title.1': 'b', 'depth.1': '1', move: 'down.0' };
  const { texts } = submit(skills, { section: 'skills', item: 1 });
  expect(texts).toMatchObject({ 'depth.0': '1', 'depth.1': '1', order: '1,0,2' });
});

test.each([
  { move: '' },
  { move: 'left.1' },
  { move: 'up' },
  { move: 'up.-1' },
  { move: 'up.6' },
  { move: 'up.1.2' },
  { order: '0,0' },
  { order: '0,' },
  { order: '-1' },
  { order: '1e3' },
  { order: 'constructor' },
  { order: '0,1\n' },
  { order: '10000' },
])('rejects an invalid move or order: %j', (fields) => {
  expect(() => submit({ ...tasks, ...fields })).toThrow(/^The (?:form does not have the row|order of the rows)/);
});

test.each([{ move: 'up.1' }, { order: '1,0' }, { rows: '1' }])('a form without rows cannot have %j', (fields) => {
  expect(() => submit({ title: 'x', ...fields }, { section: 'presentation' })).toThrow('unknown or repeated field');
});

test('a button adds a blank row after the last one', () => {
  const { adds, texts } = submit({ ...tasks, add: '1' });
  expect([adds, texts['description.4'], rowsShown(texts)]).toEqual([true, '', 5]);
});
