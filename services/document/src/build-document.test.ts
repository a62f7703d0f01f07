import type { ExportSource } from '@vitae/proto/export-source';
import { buildDocument, documentTexts } from './build-document.ts';
import { cultures } from './culture.ts';
import { sampleSource } from './sample-source.ts';

const now = Date.UTC(2026, 10, 21);
const textOf = (source: ExportSource) => documentTexts(buildDocument(source, now)).join('\n');

function showing(changes: Partial<ExportSource['printDisplay']['displayConfig']>): ExportSource {
  const source = sampleSource();
  return {
    ...source,
    printDisplay: {
      ...source.printDisplay,
      displayConfig: { ...source.printDisplay.displayConfig, ...changes },
    },
  };
}

describe('the document of a CV', () => {
  test('shows everything in the order of reading', () => {
    expect(documentTexts(buildDocument(sampleSource(), now))).toMatchSnapshot();
  });

  test.each([
    ['experiences', 'TechCorp'],
    ['educations', 'Berkeley'],
    ['interests', 'Open source'],
    ['presentation', 'Builds web applications.'],
    ['skills', 'Node.js'],
    ['url', 'vitae.example.com/p/jane/main'],
    ['location', 'San Francisco'],
    ['drivingLicence', 'Driver’s license'],
    ['maritalStatus', 'Married'],
    ['address', '123 Tech Street'],
    ['age', '35 years old'],
  ] as const)('%s is shown or hidden by the print display', (block, text) => {
    expect(textOf(showing({}))).toContain(text);
    expect(textOf(showing({ [block]: false }))).not.toContain(text);
  });

  test('the picture is shown or hidden by the print display', () => {
    expect(buildDocument(sampleSource(), now).header.photo).toMatchObject({ description: 'Photo of Jane Developer' });
    expect(buildDocument(showing({ picture: false }), now).header.photo).toBeNull();
  });

  test('the address of a CV that is not published is not printed', () => {
    const source = sampleSource();
    expect(textOf({ ...source, cv: { ...source.cv, published: false } })).not.toContain('vitae.example.com');
  });

  test.each(cultures)('headings speak the language of %s', (culture) => {
    const { sections, language } = buildDocument(sampleSource({ culture }), now);
    expect([language, ...sections.map((section) => section.heading)]).toMatchSnapshot();
  });

  test('an anonymised CV goes by its title and names nobody', () => {
    const source = sampleSource({ anonymized: true, displayName: '', photo: null });
    const model = buildDocument(source, now);
    expect(model).toMatchObject({
      title: 'Full Stack Software Engineer',
      author: null,
      fileName: 'CV 12',
      header: { title: null },
    });
  });

  test('an empty CV is still a document', () => {
    const source = sampleSource({ displayName: '', culture: 'de_DE', photo: null });
    const lists = {
      experiences: { experience: [] },
      educations: { education: [] },
      portfolios: { portfolio: [] },
      links: { link: [] },
    };
    const more = {
      contacts: { contact: [] },
      skills: { skill: [] },
      interests: { interest: [] },
    };
    const cv = {
      ...source.cv,
      ...lists,
      ...more,
      title: '',
      presentation: { title: null, text: '' },
      published: false,
    };
    const userInformation = {
      birthdate: '',
      maritalStatus: null,
      country: null,
      city: null,
      zipcode: null,
      DriversLicence: null,
    };
    const sections = {
      volunteer: [],
      projects: [],
      awards: [],
      certificates: [],
      publications: [],
      languages: [],
      references: [],
    };
    const model = buildDocument({ ...source, cv: { ...cv, userInformation }, sections, resume: {} }, now);
    expect(documentTexts(model)).toEqual(['Lebenslauf']);
  });

  test('a CV written from the right reads from the right, whatever its culture', () => {
    const source = sampleSource();
    const arabic = {
      ...source,
      displayName: 'ليلى عبد الرحمن',
      cv: {
        ...source.cv,
        presentation: { title: null, text: 'مهندسة '.repeat(200) },
      },
    };
    expect(buildDocument(arabic, now).direction).toBe('rtl');
    expect(buildDocument(source, now).direction).toBe('ltr');
  });

  test.each([
    ['山田 たろう', 'ja'],
    ['김민지', 'ko'],
    ['王小明', 'zh'],
    ['Jane', null],
  ])('%s is set with the ideographs of its language', (displayName, ideographs) => {
    expect(buildDocument(sampleSource({ displayName }), now).ideographs).toBe(ideographs);
  });

  test('the file goes by the person’s name, without what a file system refuses', () => {
    const named = (displayName: string) => buildDocument(sampleSource({ displayName }), now).fileName;
    expect(named('Jane Developer')).toBe('Jane Developer - CV');
    expect(named('../../etc/<b>\u202E"x"')).toBe('etcbx - CV');
    expect(named('山田 太郎')).toBe('山田 太郎 - CV');
    expect(named('a'.repeat(500))).toHaveLength(85);
  });
});
