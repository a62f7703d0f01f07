import { sectionKinds } from '../headings.ts';
import { templateIds, templateNamed, templates } from './template.ts';

describe('a template', () => {
  test.each(templateIds)('%s orders every kind of section once', (id) => {
    expect([...templates[id].order].sort()).toEqual([...sectionKinds].sort());
    expect(templates[id].id).toBe(id);
  });

  test('that is not known is the classic one', () => {
    for (const id of ['', 'unknown', 'toString', '__proto__', 'Classic']) expect(templateNamed(id).id).toBe('classic');
    expect(templateNamed('compact').id).toBe('compact');
  });
});
