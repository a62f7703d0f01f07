import type { ExportSource } from '@vitae/proto/export-source';
import { buildDocument, buildWebDocument, documentTexts } from './build-document.ts';
import { cultures } from './culture.ts';
import { sampleSource } from './sample-source.ts';
import { templateIds, templates } from './templates/templates.ts';

const now = Date.UTC(2026, 10, 21);
const textOf = (source: ExportSource) => documentTexts(buildDocument(source, now)).join('\n');

describe('document model', () => {
  test('contains every text in reading order', () => {
    expect(documentTexts(buildDocument(sampleSource(), now))).toMatchSnapshot();
  });

  test('omits the public address of an unpublished CV', () => {
    const source = sampleSource();
    expect(textOf({ ...source, cv: { ...source.cv, published: false } })).not.toContain('vitae.example.com');
  });

  test.each(cultures)('translates headings for %s', (culture) => {
    const { sections, language } = buildDocument(sampleSource({ culture }), now);
    expect([language, ...sections.map((section) => section.heading)]).toMatchSnapshot();
  });

  test.each([
    ['USA', 'fr_FR', 'Letter'],
    ['CAN', 'fr_FR', 'Letter'],
    ['MEX', 'es_ES', 'Letter'],
    ['FRA', 'en_US', 'A4'],
    ['GBR', 'en_UK', 'A4'],
    [null, 'en_US', 'Letter'],
    [null, 'en_UK', 'A4'],
    [null, 'de_DE', 'A4'],
  ] as const)('prints a CV with country %s and culture %s on %s', (isoCode, culture, paper) => {
    const source = sampleSource({ culture });
    const userInformation = { ...source.cv.userInformation, country: isoCode && { isoCode } };
    expect(buildDocument({ ...source, cv: { ...source.cv, userInformation } }, now).paper).toBe(paper);
  });

  test('orders sections as the template defines', () => {
    const kinds = (id: string) => {
      const source = sampleSource();
      const { sections } = buildDocument({ ...source, printDisplay: { ...source.printDisplay, id } }, now);
      return sections.map(({ kind }) => kind);
    };
    for (const id of templateIds) expect(kinds(id)).toEqual(templates[id].order);
    expect(kinds('no such template')).toEqual(templates.classic.order);
  });

  test.each(templateIds)('orders sections of %s as the owner chose, the others as the template defines', (id) => {
    const source = sampleSource({ sectionOrder: ['references', 'interests', 'experiences', 'skills'] });
    const display = { ...source.printDisplay, id };
    const printed = buildDocument({ ...source, printDisplay: display }, now);
    const kinds = printed.sections.map(({ kind }) => kind);
    expect([...kinds].sort()).toEqual([...templates[id].order].sort());
    expect(buildWebDocument({ ...source, webDisplay: display }, now).sections.map(({ kind }) => kind)).toEqual(kinds);
    if (id === 'sidebar')
      expect([kinds.slice(0, 4), kinds.slice(4, 7)]).toEqual([
        ['interests', 'skills', 'languages', 'certificates'],
        ['references', 'experiences', 'presentation'],
      ]);
    else expect(kinds.slice(0, 5)).toEqual(['references', 'interests', 'experiences', 'skills', 'presentation']);
    const texts = documentTexts(printed);
    const headings = printed.sections.map(({ heading }) => texts.indexOf(heading));
    expect(headings).toEqual([...headings].sort((one, other) => one - other));
  });

  test('shows the age on the web page if the printed CV shows it', () => {
    const factsWith = (age: boolean) => {
      const { printDisplay, ...source } = sampleSource();
      const displayConfig = { ...printDisplay.displayConfig, age };
      return buildWebDocument({ ...source, printDisplay: { ...printDisplay, displayConfig } }, now).header.facts;
    };
    expect(factsWith(true)).toEqual([expect.stringContaining('35'), ...factsWith(false)]);
    expect(factsWith(false)).not.toContainEqual(expect.stringContaining('35'));
  });

  test('titles an anonymized CV by its job title and names no author', () => {
    const source = sampleSource({ anonymized: true, displayName: '', photo: null });
    const model = buildDocument(source, now);
    expect(model).toMatchObject({
      title: 'Full Stack Software Engineer',
      author: null,
      fileName: 'CV 12',
      header: { title: null },
    });
  });

  test('builds a document from an empty CV', () => {
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

  test('sets texts and names but no contacts, and keeps them as stored for data', () => {
    const { cv, ...source } = sampleSource({ displayName: "Jane O'Brien" });
    const presentation = { title: null, text: '"Node.js" - it\'s fast' };
    const changed = { ...source, cv: { ...cv, title: 'Lead - "Platform"', presentation } };
    const { header, sections } = buildDocument(changed, now);
    expect([header.name, header.title]).toEqual(['Jane O’Brien', 'Lead\u00a0– “Platform”']);
    expect(sections[0]).toMatchObject({ paragraphs: ['“Node.js”\u00a0– it’s fast'] });
    const stored = documentTexts(buildDocument(changed, now, { asStored: true }));
    expect(stored).toEqual(expect.arrayContaining(['Lead - "Platform"', presentation.text]));
  });

  test('lays out a CV in Arabic script from right to left in every culture', () => {
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
    ['张晓东', 'zh'],
    ['張曉東', 'zh-Hant'],
    ['Jane', null],
  ])('selects the ideographs for %s: %s', (displayName, ideographs) => {
    expect(buildDocument(sampleSource({ displayName }), now).ideographs).toBe(ideographs);
  });

  test('names the file after the owner, without characters that file systems reject', () => {
    const named = (displayName: string) => buildDocument(sampleSource({ displayName }), now).fileName;
    expect(named('Jane Developer')).toBe('Jane Developer - CV');
    expect(named('../../etc/<b>\u202E"x"')).toBe('etcbx - CV');
    expect(named('山田 太郎')).toBe('山田 太郎 - CV');
    expect(named('a'.repeat(500))).toHaveLength(85);
  });
});
