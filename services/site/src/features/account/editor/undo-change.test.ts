import type { JsonObject } from './field-text.ts';
import { undoChange } from './undo-change.ts';

const job = (id: number, title: string, company = 'Mill') => ({ id, title, company });
const cv = (changes: { text?: string; jobs?: JsonObject[]; contacts?: JsonObject[] } = {}): JsonObject => ({
  presentation: { title: 'Baker', text: changes.text ?? 'I bake.' },
  experiences: { experience: changes.jobs ?? [job(1, 'One'), job(2, 'Two')] },
  contacts: { contact: changes.contacts ?? [{ type: 'phone', value: '1' }] },
});
const jobsOf = (undone: JsonObject | undefined) =>
  (undone?.experiences as { experience: JsonObject[] } | undefined)?.experience;

test('keeps later changes of other parts', () => {
  const undone = undoChange(cv(), cv({ text: 'Changed' }), cv({ text: 'Changed', contacts: [], jobs: [] }));
  expect(undone).toEqual(cv({ contacts: [], jobs: [] }));
});

test('restores a changed, a moved, an added and a removed entry beside later changes', () => {
  const later = [job(1, 'One', 'Later'), job(2, 'Changed'), job(3, 'Three')];
  const changed = [job(1, 'One'), job(2, 'Changed')];
  expect(jobsOf(undoChange(cv(), cv({ jobs: changed }), cv({ jobs: later })))).toEqual([
    job(1, 'One', 'Later'),
    job(2, 'Two'),
    job(3, 'Three'),
  ]);
  const moved = [job(2, 'Two'), job(1, 'One')];
  expect(jobsOf(undoChange(cv(), cv({ jobs: moved }), cv({ jobs: [job(3, 'Three'), ...moved] })))).toEqual([
    job(3, 'Three'),
    job(1, 'One'),
    job(2, 'Two'),
  ]);
  const added = [job(3, 'Three'), job(1, 'One'), job(2, 'Two')];
  expect(jobsOf(undoChange(cv(), cv({ jobs: added }), cv({ jobs: [...added, job(4, 'Four')] })))).toEqual([
    job(1, 'One'),
    job(2, 'Two'),
    job(4, 'Four'),
  ]);
  const removed = [job(1, 'One')];
  expect(jobsOf(undoChange(cv(), cv({ jobs: removed }), cv({ jobs: [...removed, job(4, 'Four')] })))).toEqual([
    job(1, 'One'),
    { title: 'Two', company: 'Mill' },
    job(4, 'Four'),
  ]);
});

test('changes nothing if the change was undone already', () => {
  expect(undoChange(cv(), cv({ text: 'Changed', jobs: [job(1, 'Changed')] }), cv())).toEqual(cv());
});

test('restores a removed entry with a new id, and once if it is submitted again', () => {
  const removed = cv({ jobs: [job(1, 'One')], text: 'Later' });
  const undone = undoChange(cv(), cv({ jobs: [job(1, 'One')] }), removed);
  const two = { title: 'Two', company: 'Mill' };
  expect(jobsOf(undone)).toEqual([job(1, 'One'), two]);
  const stored = cv({ jobs: [job(1, 'One'), { id: 5, ...two }] });
  expect(undoChange(cv(), cv({ jobs: [job(1, 'One')] }), stored)).toEqual(stored);
});

test('is not possible if a later request changed the same field, the added entry, or a section without ids', () => {
  const contacts = [{ type: 'phone', value: '2' }];
  for (const [after, current] of [
    [cv({ text: 'Changed' }), cv({ text: 'Later' })],
    [cv({ jobs: [...(jobsOf(cv()) ?? []), job(3, 'Three')] }), cv({ jobs: [job(3, 'Later')] })],
    [cv({ contacts }), cv({ contacts: [...contacts, { type: 'mobile', value: '3' }] })],
  ] as const)
    expect(undoChange(cv(), after, current)).toBeUndefined();
});
