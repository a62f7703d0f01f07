import { cvNames, type NamedCv } from './cv-names.ts';

const cv = (id: number, title: string, other: Partial<NamedCv> = {}): NamedCv => ({
  ...{ id, title, language: 'en_US', updated: '2026-03-02T09:00:00+0000' },
  ...other,
});
const namesOf = (...cvs: NamedCv[]) =>
  Array.from(cvNames('en', cvs).values(), (name) => name.replace(/[\u2068\u2069]/g, ''));

describe('the names of CVs in a list', () => {
  test('are their titles if these differ', () => {
    expect(namesOf(cv(1, 'Baker'), cv(2, 'Cook'), cv(3, ''))).toEqual(['Baker', 'Cook', 'Untitled CV']);
  });

  test('include the language and the last change of CVs with the same title', () => {
    const names = namesOf(
      cv(1, 'Baker'),
      cv(2, ' Baker ', { language: 'fr_FR' }),
      cv(3, 'Baker', { updated: '2026-04-05T09:00:00+0000' }),
      cv(4, 'Cook'),
    );
    expect(names).toEqual([
      'Baker (English (USA), last changed Mar 2, 2026)',
      'Baker (French, last changed Mar 2, 2026)',
      'Baker (English (USA), last changed Apr 5, 2026)',
      'Cook',
    ]);
  });

  test('include the number of CVs that have the same title, language and last change', () => {
    expect(namesOf(cv(1, ''), cv(2, ''))).toEqual([
      'Untitled CV (English (USA), last changed Mar 2, 2026) · CV number 1',
      'Untitled CV (English (USA), last changed Mar 2, 2026) · CV number 2',
    ]);
  });
});
