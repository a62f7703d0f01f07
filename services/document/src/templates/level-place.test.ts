import { columnTexts } from '../build-document.ts';
import type { Group } from '../document-model.ts';
import { levelPlace } from './level-place.ts';
import { templateById } from './templates.ts';

const skills = (...levels: (string | null)[]) => ({
  kind: 'skills' as const,
  groups: levels.map((level): Group => ({ title: 'Java', level, items: ['Spring'], details: [] })),
});

describe('the place of levels', () => {
  test.each([
    ['modern', 'column'],
    ['sidebar', 'brackets'],
    ['classic', 'text'],
    ['plain', 'text'],
  ])('is that of the template: %s, %s', (id, place) => {
    expect(levelPlace(skills('Expert', null), templateById(id))).toBe(place);
  });

  test('is in the text if a level is wider than the column, or if there is none', () => {
    const modern = templateById('modern');
    expect(levelPlace(skills('Expert', 'Certified by the regional office'), modern)).toBe('text');
    expect(levelPlace(skills(null), modern)).toBe('text');
    expect(levelPlace(skills('ビジネスレベル'), modern)).toBe('column');
    expect(levelPlace(skills('ビジネスレベルビジネスレベル'), modern)).toBe('text');
  });

  test('determines the reading order', () => {
    const header = { name: 'Ann', title: null, photo: null, contacts: [], facts: [] };
    const section = { heading: 'Skills', content: 'groups' as const, ...skills('Expert') };
    const textsIn = (template: 'modern' | 'classic') => columnTexts({ header, sections: [section], template })[0];
    expect(textsIn('modern')).toEqual(['Ann', 'Skills', 'Expert', 'Java', 'Spring']);
    expect(textsIn('classic')).toEqual(['Ann', 'Skills', 'Java', 'Expert', 'Spring']);
  });
});
