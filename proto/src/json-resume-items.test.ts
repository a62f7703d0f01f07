import { maxItems } from './cv-items.ts';
import { maxSectionItems } from './export-source.ts';
import { employerField, importedItemsOf, itemsOf } from './json-resume-items.ts';

describe('the items of a section of JSON Resume', () => {
  test('can be a single item, texts or a single text', () => {
    expect(itemsOf({ education: { institution: 'Berkeley' } }, 'education')).toEqual([{ institution: 'Berkeley' }]);
    expect(itemsOf({ skills: ['Java', { name: 'Go' }] }, 'skills')).toEqual([{ name: 'Java' }, { name: 'Go' }]);
    expect(itemsOf({ languages: 'French' }, 'languages')).toEqual([{ language: 'French' }]);
    expect(itemsOf({ awards: ['Best paper'] }, 'awards')).toEqual([{ title: 'Best paper' }]);
    expect(itemsOf({ volunteer: ['Red Cross'] }, 'volunteer')).toEqual([{ organization: 'Red Cross' }]);
  });

  test('are without blank texts and other values, and texts that no field is known for', () => {
    expect(itemsOf({ skills: ['', ' ', 7, null, ['Go'], true] }, 'skills')).toEqual([]);
    expect(itemsOf({ work: ['Acme'], education: 'Berkeley' }, 'work')).toEqual([]);
    expect(itemsOf({ education: 'Berkeley' }, 'education')).toEqual([]);
    expect([itemsOf({ skills: null }, 'skills'), itemsOf({}, 'skills')]).toEqual([[], []]);
  });

  test('have the name of an employer that an earlier version called company', () => {
    expect(itemsOf({ work: [{ company: 'Acme' }] }, 'work')).toEqual([{ company: 'Acme', name: 'Acme' }]);
    const both = { name: 'Acme', company: 'Initech' };
    expect(itemsOf({ work: [both], projects: [{ company: 'Acme' }] }, 'work')).toEqual([both]);
    expect(itemsOf({ projects: [{ company: 'Acme' }] }, 'projects')).toEqual([{ company: 'Acme' }]);
    expect([employerField({}), employerField({ company: '' }), employerField(both)]).toEqual([
      'name',
      'company',
      'name',
    ]);
  });

  test('are all items, or those that imports read, including those that cannot be read', () => {
    const many = (count: number) => [7, ...Array.from({ length: count }, () => ({ name: 'Go' }))];
    expect(itemsOf({ skills: many(maxItems) }, 'skills')).toHaveLength(maxItems);
    expect(importedItemsOf({ skills: many(maxItems) }, 'skills')).toHaveLength(maxItems - 1);
    expect(importedItemsOf({ references: many(maxSectionItems) }, 'references')).toHaveLength(maxSectionItems - 1);
  });
});
