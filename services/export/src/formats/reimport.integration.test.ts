import { buildDocument } from '@vitae/document/build-document';
import { readEmbeddedResume } from '@vitae/kit/embedded-resume';
import type { JobFormat } from '@vitae/proto/export-job';
import type { ExportSource } from '@vitae/proto/export-source';
import { portrait } from '@vitae/test/support/document/pictures';
import { sampleNames, samples } from '@vitae/test/support/document/samples';
import { createOfficeFixture, createPrinterFixture } from '@vitae/test/support/export/renderer-fixtures';
import {
  acme,
  jsonBytes,
  openResumeFixture,
  parsed,
  type ResumeFixture,
} from '@vitae/test/support/resume/resume-fixture';
import { formatOf } from './registry.ts';
import { shownResume } from './shown-resume.ts';

const formats = ['pdf', 'docx', 'odt'] as const satisfies JobFormat[];
const { printer } = createPrinterFixture();
const { office } = createOfficeFixture();
let service: ResumeFixture;
beforeAll(async () => {
  service = await openResumeFixture();
});
afterAll(() => Promise.all([service.close(), printer.close(), office.close()]));

const create = async (content: Buffer, culture = '') => {
  const user = { id: String((await service.user(acme)).id) };
  return (await service.call.CreateCv({ user, content, culture }, { caller: acme })).document?.id ?? 0;
};
const sourceOf = async (id: number) =>
  parsed<ExportSource>({ json: (await service.call.GetExportSource({ id }, { caller: acme })).document });

/** Stores a sample as a CV that was imported and then edited, and returns its export source. */
async function storeSample(source: ExportSource): Promise<ExportSource> {
  const { cv, sections, culture, photo, displayName } = source;
  const image = photo && { image: `data:${photo.contentType};base64,${photo.base64}` };
  const id = await create(jsonBytes({ basics: { name: displayName || 'Ann', ...image }, ...sections }), culture);
  await service.call.ReplaceCv({ id, content: contentOf(cv) }, { caller: acme });
  const stored = (await sourceOf(id)).cv.experiences.experience;
  for (const [index, { logo }] of cv.experiences.experience.entries()) {
    const picture = source.logos[logo ?? ''];
    if (!picture) continue;
    const content = Buffer.from(picture.base64, 'base64');
    const experienceId = stored[index]?.id ?? 0;
    await service.call.SetCvPicture({ picture: { id, experienceId }, content, ifRevision: 0 }, { caller: acme });
  }
  return sourceOf(id);
}

/** The fields that owners edit. Documents do not contain the birthdate, and logos are uploaded. */
function contentOf(
  { userId, url, updatedAt, printable, published, ...cv }: ExportSource['cv'],
  omitted = ['id', 'logo', 'birthdate'],
): Buffer {
  return Buffer.from(JSON.stringify(cv, (key, value) => (omitted.includes(key) ? undefined : value)));
}

/** Returns what the document of a CV shows. Imported pictures are encoded again, so their bytes are not compared. */
function shownBy(source: ExportSource) {
  const { fileName, ...shown } = buildDocument(source, 0);
  return JSON.parse(JSON.stringify(shown, (key, value) => (key === 'bytes' ? 'bytes' : value)));
}

const restoredFrom = async (format: JobFormat, source: ExportSource) => {
  const file = await formatOf(format)?.render({ model: buildDocument(source, 0), source }, { printer, office });
  const resume = await readEmbeddedResume(file ?? Buffer.alloc(0));
  return sourceOf(await create(typeof resume === 'object' ? resume.content : Buffer.alloc(0)));
};

// All formats contain the same file: embed-resume.integration.test.ts.
test.each(sampleNames.map((name, index) => [formats[index % formats.length] ?? 'pdf', name] as const))(
  'the import of a document restores the CV that it shows: %s, %s CV',
  async (format, name) => {
    const source = await storeSample(samples[name]());
    expect(shownBy(await restoredFrom(format, source))).toEqual(shownBy(source));
  },
);

const SIMPLE_FORMS = {
  basics: { name: 'Old Format', label: 'Engineer', email: 'old@example.com' },
  work: [{ company: 'Initech Limited', position: 'Engineer', startDate: '2012-01-01', summary: 'Wrote reports.' }],
  education: { institution: 'State University', area: 'Computing', studyType: 'BSc', startDate: '2008' },
  skills: [7, ' ', 'Java', { name: 'Go', level: 'Gopher' }],
  interests: ['Chess'],
  languages: ['English', null, 'French'],
  certificates: { name: 'Scrum Master', issuer: 'Scrum.org', date: '2019-02' },
  projects: 'A library',
  volunteer: ['Red Cross'],
  awards: 'Best paper',
  publications: ['Scaling'],
  references: ['Ada Lovelace'],
};

test.each(formats)(
  'the import of a %s file restores texts and single items of an import that was not edited',
  async (format) => {
    const source = await sourceOf(await create(jsonBytes(SIMPLE_FORMS)));
    const shown = shownBy(source);
    for (const text of [
      'Initech',
      'State University',
      'Java',
      'Gopher',
      'Chess',
      'French',
      'Scrum.org',
      'library',
      'Red Cross',
    ])
      expect(JSON.stringify(shown)).toContain(text);
    for (const text of ['Best paper', 'Scaling', 'Ada Lovelace']) expect(JSON.stringify(shown)).toContain(text);
    expect(shownBy(await restoredFrom(format, source))).toEqual(shown);
  },
);

test('a year without a month stays a year in the import of a document, until the owner edits it', async () => {
  const period = { startDate: '2007', endDate: '2011' };
  const id = await create(
    jsonBytes({ work: [{ name: 'Acme', ...period }], education: [{ institution: 'B', ...period }] }),
  );
  const source = await sourceOf(id);
  const years = /"period":"2007 – 2011".*"period":"2007 – 2011"/;
  expect(JSON.stringify(shownBy(source))).toMatch(years);
  expect(JSON.stringify(shownBy(await restoredFrom('docx', source)))).toMatch(years);
  const experience = source.cv.experiences.experience.map((one) => ({ ...one, start: '2007-01-15' }));
  const edited = { ...source.cv, experiences: { experience } };
  await service.call.ReplaceCv({ id, content: contentOf(edited, []) }, { caller: acme });
  const mixed = /"period":"Jan 2007 – 2011".*"period":"2007 – 2011"/;
  expect(JSON.stringify(shownBy(await sourceOf(id)))).toMatch(mixed);
  expect(JSON.stringify(shownBy(await restoredFrom('docx', await sourceOf(id))))).toMatch(mixed);
});

test('the region of an address is restored from a document, until the owner moves to another city', async () => {
  const location = {
    address: '神南1-2-3',
    postalCode: '150-0041',
    city: '渋谷区',
    region: '東京都',
    countryCode: 'JP',
  };
  const id = await create(
    jsonBytes({
      basics: {
        name: '佐々木 遥',
        label: 'デザイナー',
        summary: 'デジタルプロダクトのデザインに12年間携わってきました。リサーチからリリースまで一貫して担当します。',
        location,
      },
    }),
  );
  const source = await sourceOf(id);
  const written = '〒150-0041 東京都渋谷区神南1-2-3';
  expect(shownBy(source).header.contacts[0].text).toBe(written);
  expect(shownBy(await restoredFrom('docx', source)).header.contacts[0].text).toBe(written);
  const userInformation = { ...source.cv.userInformation, city: '大阪市' };
  await service.call.ReplaceCv({ id, content: contentOf({ ...source.cv, userInformation }) }, { caller: acme });
  expect(shownBy(await sourceOf(id)).header.contacts[0].text).toBe('〒150-0041 大阪市');
});

test('the import of a document restores what was edited after the import of texts and single items', async () => {
  const id = await create(jsonBytes(SIMPLE_FORMS));
  const { cv } = await sourceOf(id);
  const [java, go] = cv.skills.skill;
  if (!java || !go) throw new Error('Two skills can be read.');
  const skill = [
    { ...java, details: 'Since 2009, in three companies.' },
    { ...go, level: 75 },
  ];
  await service.call.ReplaceCv({ id, content: contentOf({ ...cv, skills: { skill } }) }, { caller: acme });
  const source = await sourceOf(id);
  expect(shownBy(await restoredFrom('docx', source))).toEqual(shownBy(source));
});

test('the import of a document restores its design', async () => {
  const { id } = (await storeSample(samples['no photo']())).cv;
  const caller = { caller: acme };
  const { printDisplay } = await sourceOf(id);
  const print = { ...printDisplay, id: 'sidebar', color: '#7a1f4b' };
  await service.call.SetCvDisplay({ id, variant: 'print', display: jsonBytes(print) }, caller);
  await service.call.SetCvPageLimit({ id, maxPages: 2 }, caller);
  await service.call.SetCvDocumentLanguage({ id, language: 'pl' }, caller);
  await service.call.SetCvSectionOrder({ id, sections: ['skills', 'educations'] }, caller);
  const source = await sourceOf(id);
  const design = ({ maxPages, language, sectionOrder, ...shown }: ExportSource) => ({
    printed: { id: shown.printDisplay.id, color: shown.printDisplay.color, maxPages, language, sectionOrder },
    web: shown.webDisplay,
  });
  const restored = await restoredFrom('docx', source);
  expect(design(source).printed).toMatchObject({ id: 'sidebar', maxPages: 2, language: 'pl' });
  expect(design(restored)).toEqual({ printed: design(source).printed, web: { id: 'sidebar', color: '#7a1f4b' } });
  expect(restored.resume.meta).not.toHaveProperty('vitae.display');
});

test('a document restores the logos of employers for another owner, and no others', async () => {
  const source = await storeSample(samples.everything());
  const logos = (cv: ExportSource) => cv.cv.experiences.experience.map(({ logo }) => logo);
  const path = logos(source).find((logo) => logo !== null) ?? '';
  const resume = shownResume({ ...source, logos: { ...source.logos, '/logos/unknown.png': portrait() } });
  expect(resume?.meta).toMatchObject({ vitae: { logos: { [path]: expect.stringMatching(/^data:image/) } } });
  expect(JSON.stringify(resume)).not.toContain('unknown.png');
  const restored = await sourceOf(await create(jsonBytes(resume)));
  expect(logos(restored).map((logo) => logo !== null)).toEqual(logos(source).map((logo) => logo !== null));
  expect(logos(restored)).not.toContain(path);
  expect(restored.resume.meta).not.toHaveProperty('vitae.logos');
});
