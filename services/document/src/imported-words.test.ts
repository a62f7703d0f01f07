import { documentLanguages } from '@vitae/proto/display';
import type { ExportSource } from '@vitae/proto/export-source';
import { buildDocument } from './build-document.ts';
import type { Culture } from './culture.ts';
import type { Entry, Group } from './document-model.ts';
import { gradeLabel } from './labels.ts';
import { localeOf } from './locale.ts';
import { structuredData } from './pages/structured-data.ts';
import { sampleSource } from './sample-source.ts';
import { allWords } from './words/all-words.ts';

type Skill = { title?: string; level?: number | null; details?: string | null };

function levelOf(skill: Skill, imported: unknown, culture: Culture = 'en_US'): Group | undefined {
  const { cv, ...source } = sampleSource({ culture, resume: { skills: imported } });
  const item = { title: 'Cooking', level: null, details: null, children: { skill: [] }, ...skill };
  return skillsOf({ ...source, cv: { ...cv, skills: { skill: [item] } } })[0];
}

function skillsOf(source: ExportSource): Group[] {
  return buildDocument(source, 0).sections.flatMap((one) =>
    one.kind === 'skills' && one.content === 'groups' ? one.groups : [],
  );
}

function degree(description: string, score: unknown, culture: Culture = 'en_US'): Entry | undefined {
  const { cv, ...source } = sampleSource({ culture, resume: { education: [{ institution: 'Berkeley', score }] } });
  const education = cv.educations.education.map((one) => ({ ...one, description }));
  return buildDocument({ ...source, cv: { ...cv, educations: { education } } }, 0).sections.flatMap((one) =>
    one.kind === 'educations' && one.content === 'entries' ? one.entries : [],
  )[0];
}

describe('many skills with levels', () => {
  const skillsAt = (levels: (number | null)[], first: Skill = {}) => {
    const { cv, ...source } = sampleSource({ culture: 'en_US', resume: { skills: [] } });
    const skill = levels.map((level, index) => {
      const item = { title: `Skill ${index}`, level, details: null, children: { skill: [] } };
      return index === 0 ? { ...item, ...first } : item;
    });
    return { ...source, cv: { ...cv, skills: { skill } } };
  };
  const TEN = [75, 90, 75, 90, 1, 90, null, 90, 75, 1];

  test('are listed by level, the highest first', () => {
    const level = (title: string, items: string[]) => ({ title, isLevel: true, level: null, items, details: [] });
    expect(skillsOf(skillsAt(TEN))).toEqual([
      level('Expert', ['Skill 1', 'Skill 3', 'Skill 5', 'Skill 7']),
      level('Advanced', ['Skill 0', 'Skill 2', 'Skill 8']),
      level('Beginner', ['Skill 4', 'Skill 9']),
      { title: 'Skill 6', level: null, items: [], details: [] },
    ]);
  });

  test.each([
    ['only eight have levels', skillsAt(TEN.slice(1))],
    ['one has details', skillsAt(TEN, { details: 'Since 2019, in three companies.' })],
    ['four have no level', skillsAt([...TEN, null, null, null])],
    ['one has a text as its level', skillsAt(TEN, { level: null, details: 'Spring Boot' })],
  ])('stay in the order of the owner if %s', (_case, source) => {
    expect(skillsOf(source).map(({ title }) => title)).toEqual(source.cv.skills.skill.map(({ title }) => title));
  });

  test('are named in the data for search engines', () => {
    const data = structuredData(buildDocument(skillsAt(TEN), 0), { canonical: null, preview: null, updatedAt: '' });
    expect(data).toContain('"knowsAbout":["Skill 1","Skill 3","Skill 5","Skill 7","Skill 0"');
  });
});

describe('levels of an imported CV', () => {
  test.each(['Experte', '上級', '17/20 Punkte', 'C1 (CEFR)'])('shows the unknown level %s beside the skill', (word) => {
    expect(levelOf({ details: word }, [{ name: 'Cooking', level: word }])).toMatchObject({ level: word, details: [] });
  });

  test.each(['Fluent, C1', 'Expert.', 'bon niveau : lu, écrit', 'x'.repeat(60)])(
    'shows %s beside the skill because it was imported as its level',
    (word) => {
      expect(levelOf({ details: word }, [{ name: 'Cooking', level: word }])).toMatchObject({
        level: word,
        details: [],
      });
      expect(levelOf({ details: word }, [{ name: 'Cooking' }])).toMatchObject({ level: null, details: [word] });
    },
  );

  test.each([
    ['Maître', 100],
    ['Guru', 100],
    ['Très bon', 75],
    ['17/20', 85],
    ['80%', 80],
  ])('shows the level %s as the owner wrote it', (word, level) => {
    expect(levelOf({ level }, [7, { name: 'Cooking', level: word }])?.level).toBe(word);
  });

  test('translates the standard words of JSON Resume and plain numbers', () => {
    expect(levelOf({ level: 75 }, [{ name: 'Cooking', level: 'Advanced' }], 'de_DE')?.level).toBe('Fortgeschritten');
    expect(levelOf({ level: 75 }, [{ name: 'Cooking', level: 75 }], 'fr_FR')?.level).toBe('Avancé');
  });

  test.each([
    ['has none', ['Cooking']],
    ['has them too', ['', 'Cooking']],
  ])('shows a level after blank texts in the stored list, if the CV %s', (_case, titles) => {
    const { cv, ...source } = sampleSource({ resume: { skills: ['', ' ', { name: 'Cooking', level: 'Guru' }] } });
    const skill = titles.map((title) => ({ title, level: 100, details: null, children: { skill: [] } }));
    const shown = skillsOf({ ...source, cv: { ...cv, skills: { skill } } });
    expect(shown.find(({ title }) => title === 'Cooking')?.level).toBe('Guru');
  });

  test('does not show the imported level of another skill', () => {
    expect(levelOf({ level: 50 }, [{ name: 'Baking', level: 'Guru' }])?.level).toBe('Intermediate');
    expect(levelOf({ level: 50 }, 'Cooking')?.level).toBe('Intermediate');
  });

  test('shows sentences and lists below the skill', () => {
    for (const details of ['For ten years.', 'Soups, salads', 'Soups\nSalads', 'x'.repeat(41)])
      expect(levelOf({ details }, undefined)).toMatchObject({ level: null, details: details.split('\n') });
  });
});

describe('a degree whose type and field an import joined', () => {
  const titleOf = (
    language: 'ar' | 'zh' | 'de',
    degree: string,
    education = [{ studyType: 'بكالوريوس', area: 'محاسبة' }],
  ) => {
    const { cv, ...source } = sampleSource({ language, resume: { education } });
    const stored = cv.educations.education.slice(0, 1).map((one) => ({ ...one, degree }));
    const { sections } = buildDocument({ ...source, cv: { ...cv, educations: { education: stored } } }, 0);
    const educations = sections.find(({ kind }) => kind === 'educations');
    return educations?.content === 'entries' ? educations.entries[0]?.title.text : undefined;
  };

  test('has the comma of the language of the document', () => {
    expect(titleOf('ar', 'بكالوريوس, محاسبة')).toBe('بكالوريوس، محاسبة');
    expect(titleOf('zh', '学士, 会计', [{ studyType: '学士', area: '会计' }])).toBe('学士，会计');
  });

  test('keeps the Latin comma in a language with it, and between Latin words', () => {
    expect(titleOf('de', 'Bachelor, Übersetzen', [{ studyType: 'Bachelor', area: 'Übersetzen' }])).toBe(
      'Bachelor, Übersetzen',
    );
    expect(titleOf('ar', 'BSc, Physics', [{ studyType: 'BSc', area: 'Physics' }])).toBe('BSc, Physics');
  });

  test('is shown as the owner wrote it if the owner changed it', () => {
    expect(titleOf('ar', 'بكالوريوس, محاسبة مالية')).toBe('بكالوريوس, محاسبة مالية');
  });
});

describe('grades of degrees', () => {
  test.each(['magna cum laude', 'sehr gut', 'Mention très bien'])('shows the grade %s beside the degree', (grade) => {
    expect(degree(`${grade}\nCooking.`, grade)).toMatchObject({ note: grade, paragraphs: ['Cooking.'] });
    expect(degree(`${grade}\nCooking.`, undefined)).toMatchObject({ note: null, paragraphs: [grade, 'Cooking.'] });
  });

  test('says what a number is', () => {
    expect(degree('3.8', 3.8)?.note).toBe('Grade: 3.8');
    expect(degree('17/20', '17/20', 'fr_FR')?.note).toBe('Note\u00a0: 17/20');
    expect(degree('A-', 'A-', 'de_DE')?.note).toBe('Note: A-');
  });

  test.each(documentLanguages)('has a label for grades in %s', (language) => {
    expect(gradeLabel('3.8', { ...localeOf('en_US'), words: allWords[language] })).toMatch(/\p{L}.*3\.8$/u);
  });
});
