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
/** A changed entry with the names of its fields or rows, and their texts. */
const changedEntry = (name: string | undefined, ...texts: [name: string, before: string, after: string][]) => ({
  kind: 'changed',
  entries: [
    {
      name,
      fields: texts.map(([field, before, after]) => ({
        field: field === 'skills' ? field : expect.objectContaining({ path: expect.arrayContaining([field]) }),
        before,
        after,
      })),
    },
  ],
});

describe('the changes between two versions', () => {
  test('are none if only settings and computed fields differ', () => {
    const changed = { ...cv, published: !cv.published, updatedAt: '2030-01-01T00:00:00', completion: 0, url: '' };
    expect(changesBetween(cv, changed)).toEqual([]);
  });

  test('name the fields that change', () => {
    const changed = { ...cv, title: 'New', availability: 99, presentation: { title: '', text: 'New' } };
    expect(changesBetween(cv, changed)).toEqual([
      { section: 'about', changes: [changedEntry(undefined, ['title', cv.title, 'New'], ['availability', '0', '99'])] },
      {
        section: 'presentation',
        changes: [
          changedEntry(undefined, ['title', cv.presentation.title ?? '', ''], ['text', cv.presentation.text, 'New']),
        ],
      },
    ]);
  });

  test('name the rows of an entry as lines that are indented by their depth', () => {
    const skill = (level: number) => ({
      ...{ title: 'Programming', level: null, details: '' },
      children: {
        skill: [
          { title: 'Go', level, details: '', children: { skill: [{ title: 'gRPC', level: null, details: 'Daily' }] } },
        ],
      },
    });
    const withSkill = (level: number) => ({ ...cv, skills: { skill: [skill(level)] } }) as unknown as CvData;
    expect(changesBetween(withSkill(10), withSkill(20))).toEqual([
      {
        section: 'skills',
        changes: [changedEntry('Programming', ['skills', 'Go, 10\n\u2003gRPC, Daily', 'Go, 20\n\u2003gRPC, Daily'])],
      },
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
          changedEntry('Head baker', ['title', 'Baker', 'Head baker']),
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
