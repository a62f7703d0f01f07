import { sectionKinds } from '../words/words.ts';
import { templateById, templateIds, templates } from './templates.ts';

describe('templates', () => {
  test.each(templateIds)('%s contains every kind of section once', (id) => {
    expect([...templates[id].order].sort()).toEqual([...sectionKinds].sort());
    expect(templates[id].id).toBe(id);
  });

  test('fall back to classic for an unknown id', () => {
    for (const id of ['', 'unknown', 'toString', '__proto__', 'Classic']) expect(templateById(id).id).toBe('classic');
    expect(templateById('compact').id).toBe('compact');
  });
});
