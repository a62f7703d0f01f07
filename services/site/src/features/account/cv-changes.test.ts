import type { CvData } from '@vitae/proto/cv-data';
import { sampleCv } from '@vitae/test/support/gateway/sample-cv';
import { changesBetween } from './cv-changes.ts';

const cv = JSON.parse(sampleCv(1, 'Engineer')) as CvData;
const experience = (id: number, title: string) => ({ ...cv.experiences.experience[0], id, title, company: 'Company' });
const withExperiences = (...items: object[]) => ({ ...cv, experiences: { experience: items } }) as CvData;
const withSkills = (...titles: string[]) =>
  ({
    ...cv,
    skills: { skill: titles.map((title) => ({ title, children: { skill: [] }, level: 1, details: null })) },
  }) as CvData;

describe('the changes between two versions', () => {
  test('are none if only settings and computed fields differ', () => {
    const changed = { ...cv, published: !cv.published, updatedAt: '2030-01-01T00:00:00', completion: 0, url: '' };
    expect(changesBetween(cv, changed)).toEqual([]);
  });

  test('name the fields that change', () => {
    const changed = { ...cv, title: 'New', availability: 99, presentation: { title: '', text: 'New' } };
    expect(changesBetween(cv, changed)).toEqual([
      { section: 'about', changes: [{ kind: 'changed', names: ['title', 'availability'] }] },
      { section: 'presentation', changes: [{ kind: 'changed', names: ['title', 'text'] }] },
    ]);
  });

  test('name the entries that were added, changed and removed', () => {
    const before = withExperiences(experience(1, 'Baker'), experience(2, 'Cook'), experience(3, 'Waiter'));
    const after = withExperiences(experience(4, ''), experience(1, 'Head baker'), experience(3, 'Waiter'));
    expect(changesBetween(before, after)).toEqual([
      {
        section: 'experiences',
        changes: [
          { kind: 'added', names: ['Company'] },
          { kind: 'changed', names: ['Head baker'] },
          { kind: 'removed', names: ['Cook'] },
        ],
      },
    ]);
  });

  test('report another order', () => {
    const [one, two] = [experience(1, 'Baker'), experience(2, 'Cook')];
    expect(changesBetween(withExperiences(one, two), withExperiences(two, one))).toEqual([
      { section: 'experiences', changes: [{ kind: 'reordered', names: [] }] },
    ]);
  });

  test('compare entries without ids by their name, also if a name is repeated', () => {
    expect(changesBetween(withSkills('C', 'C', 'Go'), withSkills('C', 'Rust'))).toEqual([
      {
        section: 'skills',
        changes: [
          { kind: 'added', names: ['Rust'] },
          { kind: 'removed', names: ['C', 'Go'] },
        ],
      },
    ]);
  });
});
