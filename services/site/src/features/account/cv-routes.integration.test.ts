import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { companyCaller } from '@vitae/kit/caller';
import { VitaeError } from '@vitae/kit/errors';
import type { CvData } from '@vitae/proto/cv-data';
import type { ExportSource } from '@vitae/proto/export-source';
import {
  type OwnerCvsFixture,
  type OwnerWithCvs,
  startOwnerCvsFixture,
} from '@vitae/test/support/gateway/owner-cvs-fixture';
import type { OwnerFixture, OwnersFixture, OwnersGateway } from '@vitae/test/support/gateway/owner-fixtures';
import {
  createWebVisitor,
  hiddenFields,
  type PageResponse,
  type WebVisitor,
} from '@vitae/test/support/gateway/web-visitor';
import { transparentPicture } from '@vitae/test/support/resume/picture-fixtures';
import { jsonBytes, type ResumeFixture } from '@vitae/test/support/resume/resume-fixture';
import { zipOf } from '@vitae/test/support/zip-of';
import type { OwnCvs } from './own-cvs.ts';
import { createOwnFiles, type OwnFiles } from './own-files.ts';

let fixture: OwnerCvsFixture;
let resume: ResumeFixture;
let system: OwnersFixture;
let gateway: OwnersGateway;
let cvs: OwnCvs;
let exported: unknown[];
let owner: OwnerWithCvs;
let visitor: WebVisitor;

beforeAll(async () => {
  fixture = await startOwnerCvsFixture(process.env, cvFilesOf);
  ({ resume, system, gateway, cvs } = fixture);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  exported = [];
  owner = await createOwner();
  visitor = await signedIn(owner);
});

/** Files are ready, except DOC. */
function cvFilesOf({ exportHead }: ResumeFixture): OwnFiles {
  return createOwnFiles({
    exports: {
      create: async (cvId, format, { caller }) => {
        const head = await exportHead(caller, cvId);
        if (typeof head === 'string') throw new VitaeError('NOT_FOUND', head, '');
        exported.push([cvId, format]);
        return { ready: format !== 'doc', address: 'address' };
      },
    },
    artifacts: { stream: async (address, _request, response) => void response.send(`file at ${address}`) },
    rate: { count: async () => 0 },
    waitMs: 0,
  });
}

const createOwner = () => fixture.createOwner();
const signedIn = (by: OwnerFixture) => fixture.signIn(by);

/** Uploads a file in the import form of a page. */
async function upload(
  content: string | Uint8Array,
  page?: PageResponse,
  by = visitor,
  choices: Record<string, string> = {},
): Promise<PageResponse> {
  const form = new FormData();
  const { text } = page ?? (await by.get('/account/cvs/new'));
  for (const [name, value] of Object.entries(hiddenFields(text, '/account/cvs/import'))) form.append(name, value);
  for (const [name, value] of Object.entries(choices)) form.append(name, value);
  form.append('file', new Blob([content as BlobPart], { type: 'application/json' }), 'resume.json');
  return by.post('/account/cvs/import', form, { 'X-Forwarded-For': system.newAddress() });
}

/** The words of a page, without its markup. */
const textOf = (page: string) =>
  page
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .replaceAll('( ', '(');

const titles = async (of = owner) =>
  (await cvs.list(of, 'test')).map(({ title, main, publicUrl }) => [title, main, publicUrl !== '']);
const newCv = (content: object, of = owner): Promise<number> => fixture.newCv(of, content);
const read = (id: number): Promise<CvData> => fixture.read(id);
const act = async (path: string, fields: Record<string, string> = {}) =>
  visitor.submit(await visitor.get('/account'), path, fields);

const example = {
  basics: { name: 'Ana', label: 'Baker', location: { countryCode: 'Atlantis' } },
  work: [{ name: 'Bread & Co', position: 'Baker', startDate: '2019-03', endDate: '2022' }],
  hobbies: ['chess'],
};

test('the editor and the page for sharing have a button that publishes the CV until it is published', async () => {
  for (const part of ['edit', 'share']) {
    const id = await newCv({ title: 'Baker' });
    const page = await visitor.get(`/account/cvs/${id}/${part}`);
    const published = await visitor.submitAndFollow(page, `/account/cvs/${id}/publish`);
    expect(published.text).toContain('Your CV is published.');
    expect((await visitor.get(`/account/cvs/${id}/${part}`)).text).not.toContain(`action="/account/cvs/${id}/publish"`);
  }
});

describe('importing a file', () => {
  test('creates an unpublished main CV and reports every field that was not imported unchanged', async () => {
    const { status, location } = await upload(JSON.stringify(example));
    expect([status, location]).toEqual([303, expect.stringMatching(/^\/account\/cvs\/\d+\/created$/)]);
    const report = (await visitor.get(location ?? '')).text;
    expect(report).toMatch(/fields were imported unchanged/);
    const text = textOf(report);
    expect(text).toContain('Experience 1 (Bread & Co) End 2022 (understood as 2022-12-31)');
    // Pages and files do not show the day.
    expect(text).not.toContain('2019-03');
    expect(text).toContain('Personal data Country Atlantis (not a country code)');
    expect(text).toContain('hobbies 1 chess');
    expect(text).toMatch(/The CV shows the name in the file: .?Ana/);
    expect(text).not.toMatch(/\bName\b/);
    const id = location?.split('/')[3];
    for (const step of ['edit', 'preview?view=pages', 'export?format=pdf', 'share'])
      expect(report).toContain(`href="/account/cvs/${id}/${step}"`);
    expect((await visitor.get(location ?? '')).status).toBe(200);
    expect(await titles()).toEqual([['Baker', true, false]]);
  });

  test('shows the name of the account instead of the name in the file if the owner chooses so', async () => {
    const nameOf = async (id: number) => {
      const caller = { companyId: owner.companyId, userId: owner.userId, applicationId: 0, requestId: 'test' };
      const { document } = await resume.call.GetExportSource({ id }, { caller });
      return JSON.parse(document.toString()).displayName as string;
    };
    const file = JSON.stringify({ ...example, basics: { ...example.basics, name: 'Someone Else' } });
    const names: string[] = [];
    for (const choices of [{}, { ownName: '1' }]) {
      const { location = '' } = await upload(file, undefined, visitor, choices as Record<string, string>);
      const report = textOf((await visitor.get(location)).text);
      names.push(await nameOf(Number(location.split('/')[3])));
      expect(report.includes('Someone Else')).toBe(names.length === 1);
    }
    expect(names[0]).toBe('Someone Else');
    expect(names[1]).not.toBe('Someone Else');
    expect(names[1]).toMatch(/\S/);
  });

  test('keeps the choice of the name if the file is rejected', async () => {
    const checked = /<input[^>]* name="ownName"[^>]* checked/;
    expect((await upload('no CV', undefined, visitor, { ownName: '1' })).text).toMatch(checked);
    expect((await upload('no CV', undefined, visitor)).text).not.toMatch(checked);
  });

  test('reports sections of the file that documents show', async () => {
    const file = {
      basics: {
        name: 'Ana',
        label: 'Baker',
        profiles: [{ network: 'blog', username: 'ana', url: 'https://a.example' }],
      },
      languages: [{ language: 'French', fluency: 'Native' }, { language: 'German' }, 'Italian'],
      certificates: [{ name: 'Hygiene', issuer: 'City', date: '2019-03-05', linkedIn: { 'License Number': '<7>' } }],
      projects: [{ name: 'Oven', url: 'https://o.example', startDate: '2020', highlights: ['Hot'] }],
      volunteer: [{ organization: 'Kitchen', position: 'Cook' }],
      publications: [{ name: 'Rye', publisher: 'Press', releaseDate: '2020' }],
      awards: [{ title: 'Best bread', awarder: 'City' }, { title: 'Best cake' }],
      references: [{ name: 'Eva', reference: 'Good bread.' }],
      meta: { version: 'v1.0.0' },
    };
    const { location } = await upload(JSON.stringify(file));
    const [, hidden = '', shown = ''] =
      /Not shown in the CV(.*)More sections of your CV(.*)/s.exec(textOf((await visitor.get(location ?? '')).text)) ??
      [];
    for (const [section, count] of [
      ['Languages', '3 entries'],
      ['Certifications', '1 entry'],
      ['Projects', '1 entry'],
      ['Volunteering', '1 entry'],
      ['Publications', '1 entry'],
      ['Awards', '2 entries'],
      ['References', '1 entry'],
    ])
      expect(shown).toContain(`${section}: ${count}`);
    expect(hidden).toContain('Certificate 1 (Hygiene) License Number &lt;7>');
    expect(hidden).toContain('User name ana');
    expect(hidden).not.toMatch(/French|Oven|Kitchen|Rye|bread|Eva|v1\.0\.0/);
  });

  test('converts a data export of LinkedIn, and reports what it omits', async () => {
    const files = {
      'Profile.csv': 'First Name,Headline,Birth Date\nAna,Baker,May 1\n',
      'Positions.csv': 'Company Name,Title,Started On\nBread & Co,Baker,Mar 2019\n',
      'Connections.csv': 'First Name\nEva\n',
      'Skills.csv': 'Nom\nPain\n',
    };
    const { status, location } = await upload(await zipOf(files));
    expect([status, location]).toEqual([303, expect.stringMatching(/^\/account\/cvs\/\d+\/created$/)]);
    expect(await read(Number(location?.split('/')[3]))).toMatchObject({
      title: 'Baker',
      experiences: { experience: [{ title: 'Baker', company: 'Bread & Co', start: '2019-03-01' }] },
    });
    const report = (await visitor.get(location ?? '')).text;
    expect(report).toMatch(/Missing from the ZIP file.*Positions\.csv, columns: Description, Location, Finished On</s);
    expect(report).toContain('Not imported from the ZIP file');
    expect(report).toMatch(
      /Skills\.csv: unknown columns\. Set LinkedIn to English.*Profile\.csv, column Birth Date: the CV has no such field.*Connections\.csv: not imported into a CV/s,
    );
    expect(report).not.toContain('May 1');
  });

  test('restores the CV of a Word or OpenDocument file that Vitae exported, and rejects others', async () => {
    const json = JSON.stringify({ ...example, meta: { culture: 'it_IT' } });
    const documents = [
      {
        '[Content_Types].xml': '',
        'customXml/item2.xml': `<r:resume xmlns:r="urn:vitae:json-resume">${json}</r:resume>`,
      },
      { mimetype: 'application/vnd.oasis.opendocument.text', 'resume.json': json },
    ];
    for (const document of documents) {
      const { location } = await upload(await zipOf(document));
      expect(await read(Number(location?.split('/')[3]))).toMatchObject({ title: 'Baker', culture: 'it_IT' });
    }
    const { status, text } = await upload(await zipOf({ '[Content_Types].xml': '', 'word/document.xml': '' }));
    expect(status).toBe(422);
    expect(text).toMatch(/id="field-file-error">This document does not contain CV data\./);
    const otherData = await upload(await zipOf({ mimetype: '', 'resume.json': '{"invoice":1}' }));
    expect(otherData.status).toBe(422);
    expect(otherData.text).toMatch(/id="field-file-error">This file does not contain a CV that we can read\./);
    expect(await titles()).toHaveLength(2);
  });

  describe('a data archive', () => {
    const json = (title: string, name = 'Ana') =>
      JSON.stringify({ ...example, basics: { ...example.basics, name, label: title } });
    const sheetOf = (report: string, title: string) =>
      textOf(report.split('<section class="sheet').find((part) => part.includes(`<bdi>${title}</bdi>`)) ?? '');

    test('creates all CVs, the main one first, and reports each with its own findings and the other files', async () => {
      const files = {
        'profile.json': '{}',
        'cvs.json': JSON.stringify([
          { id: '2', main: false },
          { id: '7', main: true },
        ]),
        'cvs/2/cv.json': JSON.stringify({ title: 'Miller', culture: 'it_IT' }),
        'cvs/2/json-resume.json': json('Miller'),
        'cvs/7/cv.json': '{}',
        'cvs/7/json-resume.json': JSON.stringify({ basics: { label: 'Baker' }, hobbies: ['chess'] }),
        'cvs/7/versions/3.json': '{}',
        'deleted-cvs/9/json-resume.json': json('Cook'),
      };
      const { status, location = '' } = await upload(await zipOf(files));
      expect([status, location]).toEqual([303, '/account/cvs/imported']);
      expect(await titles()).toEqual([
        ['Baker', true, false],
        ['Miller', false, false],
      ]);
      const [baker, miller] = await cvs.list(owner, 'test');
      expect([baker?.language, miller?.language]).toEqual(['en_US', 'it_IT']);
      const report = (await visitor.get(location)).text;
      expect(report).toContain('2 CVs have been created. They are not published yet.');
      expect(report.match(/[^>]+(?=: not imported into a CV)/g)).toEqual(['profile.json', 'deleted-cvs/9/']);
      expect(sheetOf(report, 'Miller')).toContain('End 2022 (understood as 2022-12-31)');
      expect(sheetOf(report, 'Baker')).not.toContain('understood as');
      expect(sheetOf(report, 'Baker')).toContain('hobbies 1 chess');
      expect(report).toContain(`href="/account/cvs/${miller?.id}/edit"`);
      expect((await visitor.get(location)).status).toBe(200);
    });

    test('can be imported CV by CV, as ZIP files of the folder of each', async () => {
      const files = {
        '12/cv.json': JSON.stringify({ title: 'Miller', culture: 'it_IT' }),
        '12/json-resume.json': json('Miller'),
        '12/versions/3.json': '{}',
        '12/access.json': '[]',
      };
      const { location = '' } = await upload(await zipOf(files));
      expect((await cvs.list(owner, 'test')).map(({ title, language }) => [title, language])).toEqual([
        ['Miller', 'it_IT'],
      ]);
      expect((await visitor.get(location)).text).not.toContain('not imported into a CV');
    });

    test('creates the other CVs if one cannot be read, and keeps the main CV of the account', async () => {
      await newCv({ ...example, basics: { label: 'Baker' } });
      const files = {
        'cvs.json': JSON.stringify([{ id: '1', main: true }]),
        'cvs/1/json-resume.json': json('Baker'),
        'cvs/2/cv.json': JSON.stringify({ title: 'Broken', experiences: { experience: [{ start: '2019-13-01' }] } }),
        'cvs/3/json-resume.json': '{',
        'cvs/4/json-resume.json': json('Miller'),
      };
      const { location = '' } = await upload(await zipOf(files));
      const report = (await visitor.get(location)).text;
      expect(report).toContain('2 CVs have been created.');
      expect(report).toContain('2 CVs were not imported.');
      expect(sheetOf(report, 'Broken')).toContain('fields that we cannot read: ');
      expect(sheetOf(report, 'Broken')).toContain('experiences.experience.0.start');
      expect(sheetOf(report, 'Untitled CV')).toContain('Not imported. We cannot read this type of file.');
      expect(sheetOf(report, 'Baker')).toContain('Your account already had a CV with this title.');
      expect(await titles()).toEqual([
        ['Baker', true, false],
        ['Baker', false, false],
        ['Miller', false, false],
      ]);
    });

    test('says why a picture was not imported', async () => {
      const experience = Array.from({ length: 52 }, (_, index) => ({
        ...{ id: index + 1, title: 'Baker', start: '2019-03-01' },
        logo: `/pictures/${String(index).padStart(32, '0')}.png`,
      }));
      const portfolio = [{ id: 1, title: 'Rye', createDate: '2020-01-01', path: `/pictures/${'1'.repeat(32)}.png` }];
      const cv = { title: 'Baker', experiences: { experience }, portfolios: { portfolio } };
      const logos = experience.map(({ id }) => [`cvs/1/logos/${id}.png`, 'no picture']);
      const files = { ...Object.fromEntries(logos), 'cvs/1/cv.json': JSON.stringify(cv) };
      const { location = '' } = await upload(await zipOf(files));
      const report = textOf((await visitor.get(location)).text);
      expect(report).toContain('Experience 50 Company logo (cannot be read as a picture)');
      expect(report).toContain('Experience 51 Company logo (only 50 pictures of a CV are imported)');
      expect(report).toContain('Portfolio 1 Portfolio picture (not in your account)');
    });

    test('creates equal CVs as often as the archive has them, and none again after a failure', async () => {
      const files = { 'cvs/1/json-resume.json': json('Baker'), 'cvs/2/json-resume.json': json('Baker') };
      const zip = await zipOf(files);
      const create = cvs.create;
      let attempts = 0;
      cvs.create = async (...request) => {
        attempts += 1;
        if (attempts === 2) throw new VitaeError('UNAVAILABLE', 'service_unavailable', 'Down');
        return create(...request);
      };
      try {
        const failed = (await visitor.get((await upload(zip)).location ?? '')).text;
        expect(failed).toContain('1 CV has been created.');
        expect(failed).toContain('This CV was not imported because of an error. Import the same file again');
      } finally {
        cvs.create = create;
      }
      const repeated = (await visitor.get((await upload(zip)).location ?? '')).text;
      expect(repeated).toContain('1 CV has been created.');
      expect(repeated).toContain('It was not created a second time.');
      expect(await titles()).toHaveLength(2);
    });

    test('imports the CVs for which there was no time with the next import, and keeps the report for an hour', async () => {
      const files = Object.fromEntries([1, 2, 3].map((id) => [`cvs/${id}/json-resume.json`, json(`CV ${id}`)]));
      const zip = await zipOf(files);
      const earlier = new Set(await gateway.redis.keys('session:shown:*'));
      const create = cvs.create;
      cvs.create = (...request) => {
        system.clock.forward(21_000);
        return create(...request);
      };
      let first: PageResponse;
      try {
        first = await visitor.get((await upload(zip)).location ?? '');
      } finally {
        cvs.create = create;
      }
      expect(first.text).toContain('2 CVs have been created.');
      expect(first.text).toContain('1 CV was not imported.');
      expect(sheetOf(first.text, 'Untitled CV')).toContain(
        'Not imported yet: the file contains more than we can import',
      );
      const second = (await visitor.get((await upload(zip)).location ?? '')).text;
      expect(second).toContain('1 CV has been created.');
      expect(await titles()).toHaveLength(3);
      const reports = (await gateway.redis.keys('session:shown:*')).filter((key) => !earlier.has(key));
      const seconds = await Promise.all(reports.map((key) => gateway.redis.ttl(key)));
      expect(Math.max(...seconds)).toBeGreaterThan(3_500);
    });

    test('leads to the report if the form is submitted again while the import takes long', async () => {
      const page = await visitor.get('/account/cvs/new');
      const zip = await zipOf({ 'cvs/1/json-resume.json': json('A'), 'cvs/2/json-resume.json': json('B') });
      const create = cvs.create;
      cvs.create = async (...request) => {
        await pause(3_500);
        return create(...request);
      };
      try {
        const submitted = await Promise.all([1, 2].map(() => upload(zip, page)));
        expect(submitted.map(({ location }) => location)).toEqual(['/account/cvs/imported', '/account/cvs/imported']);
      } finally {
        cvs.create = create;
      }
      expect(await titles()).toHaveLength(2);
    });

    test('creates each CV once if the form is submitted twice, and shows the name of the account on request', async () => {
      const page = await visitor.get('/account/cvs/new');
      const zip = await zipOf({ 'cvs/1/json-resume.json': json('A'), 'cvs/2/json-resume.json': json('B') });
      const submitted = await Promise.all([1, 2].map(() => upload(zip, page, visitor, { ownName: '1' })));
      expect(submitted.map(({ location }) => location)).toEqual(['/account/cvs/imported', '/account/cvs/imported']);
      expect(await titles()).toHaveLength(2);
      expect((await visitor.get('/account/cvs/imported')).text).not.toContain('The CV shows the name in the file');
    });

    test('is imported regardless of the number of its versions', async () => {
      const versions = Array.from({ length: 5_000 }, (_, index) => [`cvs/1/versions/${index}.json`, '{}'] as const);
      const files = { ...Object.fromEntries(versions), 'cvs/1/json-resume.json': json('A') };
      const { location = '' } = await upload(await zipOf({ ...files, 'cvs/2/json-resume.json': json('B') }));
      expect((await visitor.get(location)).text).toContain('2 CVs have been created.');
    });

    test('that is too large is rejected with advice to import a single CV', async () => {
      // Compressed to about a sixth.
      const text = Buffer.from(randomBytes(900_000).map((byte) => 48 + (byte & 1)));
      const folders = Array.from({ length: 20 }, (_, index) => [`cvs/${index + 1}/json-resume.json`, text] as const);
      const { status, text: page } = await upload(await zipOf(Object.fromEntries(folders)));
      expect(status).toBe(422);
      expect(page).toMatch(
        /id="field-file-error">This download of your data from Vitae is too large[^<]*json-resume\.json/,
      );
    });

    test('names the CVs above the maximum', async () => {
      const files = Object.fromEntries(
        Array.from({ length: 32 }, (_, index) => [
          `cvs/${index + 1}/cv.json`,
          JSON.stringify({ title: `CV ${index + 1}`, experiences: { experience: [] } }),
        ]),
      );
      const { location = '' } = await upload(await zipOf(files));
      const report = textOf((await visitor.get(location)).text);
      expect(report).toContain('30 CVs have been created.');
      expect(report).toContain('2 CVs were not imported.');
      expect(report).toMatch(/We import at most 30 CVs of a ZIP file\..*CV 31.*CV 32/);
      expect(await titles()).toHaveLength(30);
      // The owner has created as many CVs as possible in an hour, but none of them is created again.
      const repeated = textOf((await visitor.get((await upload(await zipOf(files))).location ?? '')).text);
      expect(repeated.match(/You have already imported this CV from the same file\./g)).toHaveLength(30);
      expect(repeated).not.toContain('Try again in');
    });

    test('reports the CVs that the owner cannot create yet', async () => {
      for (let created = 0; created < 28; created += 1) await upload(JSON.stringify(example));
      const files = Object.fromEntries([1, 2, 3].map((id) => [`cvs/${id}/json-resume.json`, json(`CV ${id}`)]));
      const { location = '' } = await upload(await zipOf(files));
      const report = textOf((await visitor.get(location)).text);
      expect(report).toContain('2 CVs have been created.');
      expect(report).toMatch(/Not imported\. You have created many CVs in a short time\. Try again in \d+ minutes\./);
      expect(await titles()).toHaveLength(30);
      const other = await zipOf({ 'cvs/1/json-resume.json': json('A'), 'cvs/2/json-resume.json': json('B') });
      const none = textOf((await visitor.get((await upload(other)).location ?? '')).text);
      expect(none).toContain('2 CVs were not imported.');
      expect(none.match(/Try again in \d+ minutes\./g)).toHaveLength(2);
    });

    test('does not count CVs that exist or cannot be read as created', async () => {
      const files = {
        'cvs/1/json-resume.json': json('A'),
        'cvs/2/json-resume.json': json('B'),
        'cvs/3/cv.json': JSON.stringify({ title: 'Broken', experiences: { experience: [{ start: '2019-13-01' }] } }),
      };
      const zip = await zipOf(files);
      for (let repetition = 0; repetition < 3; repetition += 1) await upload(zip);
      for (let created = 0; created < 28; created += 1)
        expect((await upload(JSON.stringify(example))).status).toBe(303);
      expect((await upload(JSON.stringify(example))).status).toBe(429);
      expect(await titles()).toHaveLength(30);
    });
  });

  test('restores a CV in the format of the API from the data download, with its pictures, but does not publish it', async () => {
    const experience = { title: 'Baker', company: 'Bread & Co', start: '2019-03-01', missions: { mission: [] } };
    const portfolio = { portfolio: [{ title: 'Rye', createDate: '2020-01-01' }] };
    const content = { title: 'Baker', culture: 'it_IT', published: true, portfolios: portfolio };
    const id = await newCv({ ...content, experiences: { experience: [experience] } });
    const [saved] = (await read(id)).experiences.experience;
    const caller = companyCaller(system.company.id, 'test');
    const picture = { id, experienceId: saved?.id ?? 0 };
    await resume.call.SetCvPicture({ picture, content: await transparentPicture(9, 9) }, { caller });
    const source = await read(id);
    const { location = '' } = await upload(JSON.stringify({ ...source, anonymized: true, recipient: 'Mill' }));
    expect(textOf((await visitor.get(location)).text)).toMatch(
      /Not imported These values were not stored\. Settings Published Anonymized Recipient/,
    );
    const restored = await read(Number(location.split('/')[3]));
    const withoutIds = ({ title, culture, experiences, portfolios }: CvData) => ({
      ...{ title, culture },
      experiences: experiences.experience.map(({ id: _id, logo, ...one }) => ({ ...one, logo: logo !== null })),
      portfolios: portfolios.portfolio.map(({ id: _id, ...one }) => one),
    });
    expect(withoutIds(restored)).toEqual(withoutIds(source));
    expect([source.published, restored.published]).toEqual([true, false]);
    expect((await cvs.list(owner, 'test')).map(({ anonymized }) => anonymized)).toEqual([false, false]);
    expect(source.experiences.experience[0]?.logo).toEqual(expect.any(String));
    // Pictures are not shared with other accounts.
    const stranger = await signedIn(await createOwner());
    // More than the errors of one request name.
    const many = Array.from({ length: 90 }, () => ({ ...source.experiences.experience[0], id: undefined }));
    const foreign = JSON.stringify({ ...source, experiences: { experience: many } });
    const elsewhere = await upload(await zipOf({ 'cvs/7/cv.json': foreign }), undefined, stranger);
    expect(textOf((await stranger.get(elsewhere.location ?? '')).text)).toMatch(
      /Not imported .*Experience 1 Company logo \(not in your account\).*Experience 90 Company logo \(not in your account\)/,
    );
    const { experience: others } = (await read(Number(elsewhere.location?.split('/')[3]))).experiences;
    expect(others.map(({ company, logo }) => [company, logo])).toEqual(many.map(() => ['Bread & Co', null]));
  });

  test('names the invalid fields of a CV in the format of the API', async () => {
    const experience = [{ title: 'Baker', start: '2019-13-01' }];
    const { status, text } = await upload(JSON.stringify({ experiences: { experience }, hobbies: ['chess'] }));
    expect(status).toBe(422);
    expect(text).toMatch(
      /id="field-file-error">This CV contains fields that we cannot read: \W*experiences\.experience\.0\.start\W*, \W*hobbies\W*\./,
    );
    expect(await titles()).toEqual([]);
  });

  test('rejects a ZIP file without a CV', async () => {
    const { status, text } = await upload(
      await zipOf({ 'cvs/json-resume.json': '{}', 'cvs/x/json-resume.json': '{}' }),
    );
    expect([status, text]).toEqual([
      422,
      expect.stringContaining('neither profile data from LinkedIn nor a CV from Vitae'),
    ]);
    const invalid = await upload(await zipOf({ 'cvs/1/json-resume.json': '{"invoice":1}' }));
    expect([invalid.status, invalid.text]).toEqual([
      422,
      expect.stringContaining('does not contain a CV that we can read'),
    ]);
  });

  test('names the files of an export in another language next to the field', async () => {
    const { status, text } = await upload(await zipOf({ 'Skills.csv': 'Nom\nPain\n', 'Positions.csv': 'Titre\nx\n' }));
    expect(status).toBe(422);
    expect(text).toMatch(/id="field-file-error">[^<]*columns of these files: Skills\.csv, Positions\.csv\./);
    expect(await titles()).toEqual([]);
  });

  test('uses the language that the file names, or that of its texts, or that of the page', async () => {
    const cultureOf = async ({ location }: PageResponse) => (await read(Number(location?.split('/')[3]))).culture;
    const page = await visitor.get('/account/cvs/new?locale=fr');
    expect(await cultureOf(await upload(JSON.stringify(example), page))).toBe('fr_FR');
    const german = { ...example, meta: { language: 'de' } };
    expect(await cultureOf(await upload(JSON.stringify(german)))).toBe('de_DE');
    const summary = 'Ich leite seit zehn Jahren eine Backstube und bilde jedes Jahr zwei Lehrlinge aus.';
    const written = { basics: { name: 'Ana Baker', summary }, work: [{ name: 'Ovens & Sons International Ltd' }] };
    expect(await cultureOf(await upload(JSON.stringify(written)))).toBe('de_DE');
    const named = { ...written, meta: { culture: 'en_UK' } };
    expect(await cultureOf(await upload(JSON.stringify(named)))).toBe('en_UK');
  });

  test('creates one CV if the form is submitted twice', async () => {
    const page = await visitor.get('/account/cvs/new');
    const responses = await Promise.all([1, 2].map(() => upload(JSON.stringify(example), page)));
    expect(new Set(responses.map(({ location }) => location)).size).toBe(1);
    expect(await titles()).toHaveLength(1);
  });

  test.each([
    ['a picture', '\u0089PNG', 422, 'We cannot read this type of file.'],
    ['a PDF of another program', '%PDF-1.7', 422, 'This document does not contain CV data.'],
    ['a damaged ZIP file', 'PK\u0003\u0004', 422, 'This ZIP file is damaged.'],
    ['an empty file', '', 422, 'This file is empty.'],
    ['JSON that is no CV', '{"name":"x"}', 422, 'This file does not contain a CV that we can read.'],
    ['a CV without a known field', '{"basics":{},"x":1}', 422, 'This file does not contain a CV that we can read.'],
    ['a list', '[]', 422, 'This file does not contain a CV that we can read.'],
    ['deeply nested JSON', `{"basics":${'['.repeat(100)}`, 422, 'This file does not contain a CV that we can read.'],
    ['a file over 1 MB', ' '.repeat(1_100_000), 413, 'This file is too large.'],
    ['a file over 7 MB', ' '.repeat(7_500_000), 413, 'This file is too large.'],
  ])('rejects %s next to the field', async (_name, content, status, message) => {
    const response = await upload(content);
    expect(response.status).toBe(status);
    expect(response.text).toMatch(new RegExp(`id="field-file-error">${message}`));
    expect(await titles()).toEqual([]);
  });

  test('rejects a form without a file, or with the token of another session', async () => {
    const page = await visitor.get('/account/cvs/new');
    const fields = hiddenFields(page.text, '/account/cvs/import');
    const withoutFile = await visitor.post('/account/cvs/import', fields);
    expect([withoutFile.status, withoutFile.text]).toEqual([422, expect.stringContaining('Choose a file.')]);
    const foreign = await (await signedIn(await createOwner())).get('/account/cvs/new');
    expect((await upload(JSON.stringify(example), foreign)).status).toBe(403);
    const stranger = createWebVisitor(gateway.url, system.newAddress());
    expect((await upload(JSON.stringify(example), page, stranger)).status).toBe(403);
    expect(await titles()).toEqual([]);
  });
});

describe('starting with questions', () => {
  const blank = { position: '', company: '', since: '', school: '', degree: '', year: '', city: '', phone: '' };
  const start = async (values: Record<string, string>) =>
    visitor.submit(await visitor.get('/account/cvs/new'), '/account/cvs/start', {
      ...blank,
      summary: '',
      title: '',
      ...values,
    });

  test('creates a CV with the entered values', async () => {
    const work = { position: 'Baker', company: 'Bread & Co', since: '3/2019' };
    const education = { school: 'Escola', degree: 'Diploma', year: '2018' };
    const { location } = await start({ title: ' Head Baker ', ...work, ...education, city: 'Porto', phone: '+351 1' });
    const [cv] = await cvs.list(owner, 'test');
    expect(location).toBe(`/account/cvs/${cv?.id}/edit`);
    expect(await read(cv?.id ?? 0)).toMatchObject({
      title: 'Head Baker',
      published: false,
      userInformation: { city: 'Porto' },
      contacts: { contact: [{ type: 'phone', value: '+351 1' }] },
      experiences: { experience: [{ title: 'Baker', company: 'Bread & Co', start: '2019-03-01', end: '' }] },
      educations: { education: [{ school: 'Escola', degree: 'Diploma', end: '2018-12-31' }] },
    });
  });

  test('reports invalid values next to their fields and keeps the typed text', async () => {
    const { status, text } = await start({ since: 'long ago', year: '18', city: 'Porto <b>' });
    expect(status).toBe(422);
    for (const name of ['title', 'since', 'year']) expect(text).toContain(`id="field-${name}-error"`);
    expect(text).toContain('value="long ago"');
    expect(text).toContain('Porto &lt;b');
    expect(await titles()).toEqual([]);
  });

  test('reports long texts and keeps them completely', async () => {
    const [city, summary] = ['c'.repeat(301), 's'.repeat(2_001)];
    expect((await visitor.get('/account/cvs/new')).text).not.toContain('maxlength');
    const { status, text } = await start({ title: 'Baker', city, summary });
    expect(status).toBe(422);
    expect(text).toContain('id="field-city-error">Use at most 255 characters.');
    expect(text).toContain('id="field-summary-error">Use at most 2,000 characters.');
    expect(text).toContain(`value="${city}"`);
    expect(text).toContain(`>${summary}</textarea>`);
    expect(await titles()).toEqual([]);
  });
});

describe('managing CVs', () => {
  test('renames a CV and rejects empty and long titles', async () => {
    const id = await newCv(example);
    expect((await act(`/account/cvs/${id}/rename`, { title: ' ' })).text).toContain(`id="cv-${id}-title-error"`);
    expect((await act(`/account/cvs/${id}/rename`, { title: 'x'.repeat(256) })).status).toBe(422);
    const before = await read(id);
    expect((await act(`/account/cvs/${id}/rename`, { title: 'Chef 👩‍🍳' })).status).toBe(303);
    const { updatedAt } = await read(id);
    expect(await read(id)).toEqual({ ...before, title: 'Chef 👩‍🍳', updatedAt });
  });

  test('shows the addresses of a CV to copy, and as QR codes', async () => {
    const id = await newCv(example);
    const share = async () => (await visitor.get(`/account/cvs/${id}/share`)).text;
    const [cv] = await cvs.list(owner, 'test');
    expect(await share()).toContain(cv?.privateUrl);
    expect((await share()).match(/class="qr-code"/g)).toHaveLength(1);
    const { location } = await act(`/account/cvs/${id}/publish`);
    expect(location).toBe(`/account?done=published&cv=${id}`);
    const url = (await cvs.list(owner, 'test'))[0]?.publicUrl;
    expect((await visitor.get(`/account?done=published&cv=${id}`)).text).toContain(
      `Your CV is published. <a href="${url}">Open its public page</a>`,
    );
    expect(await share()).toContain(url);
    const other = await newCv(example, await createOwner());
    expect((await visitor.get(`/account/cvs/${other}/share`)).status).toBe(404);
  });

  test('anonymizes a CV, and shows the name again', async () => {
    const id = await newCv(example);
    const isAnonymized = async () => (await cvs.list(owner, 'test'))[0]?.anonymized;
    await act(`/account/cvs/${id}/anonymize`);
    expect(await isAnonymized()).toBe(true);
    await act(`/account/cvs/${id}/identify`);
    expect(await isAnonymized()).toBe(false);
  });

  test('makes another CV the main one', async () => {
    const first = await newCv(example);
    const second = await newCv({ ...example, basics: { label: 'Second' } });
    const hint = async () => /class="field-hint">([^<]*main[^<]*)</.exec((await visitor.get('/account')).text)?.[1];
    expect(await hint()).toContain('gets the shortest of your public addresses when you publish it.');
    await act(`/account/cvs/${second}/publish`);
    const address = (await cvs.list(owner, 'test'))[1]?.publicUrl.replace(/\/[^/]+$/, '') ?? '';
    expect(address).toMatch(/\/p\/[^/]+$/);
    expect(await hint()).toContain(`${address}.`);
    await act(`/account/cvs/${first}/publish`);
    expect(await hint()).toContain(`${address} instead of “Baker”, which gets a longer address.`);
    await act(`/account/cvs/${second}/unpublish`);
    expect(await hint()).toContain(`${address} no longer shows “Baker”`);
    await act(`/account/cvs/${second}/main`);
    await act(`/account/cvs/${second}/publish`);
    expect((await cvs.list(owner, 'test')).map(({ publicUrl }) => publicUrl)).toEqual([
      expect.stringMatching(`^${address}/`),
      address,
    ]);
    expect(await titles()).toEqual([
      ['Baker', false, true],
      ['Second', true, true],
    ]);
  });

  test('duplicates a published, protected CV with its display settings as an unpublished one', async () => {
    const id = await newCv(example);
    await cvs.setVisibility(owner, id, { published: true }, 'test');
    expect(await cvs.protect(owner, id, 'long enough now', 'test')).toBeUndefined();
    const caller = companyCaller(system.company.id, 'test');
    const { json: display } = await resume.call.GetCvDisplay({ id, variant: 'print' }, { caller });
    const green = jsonBytes({ ...JSON.parse(display.toString('utf8')), color: '#00ff00' });
    await resume.call.SetCvDisplay({ id, variant: 'print', display: green }, { caller });
    await resume.call.SetCvPageLimit({ id, maxPages: 2 }, { caller });
    await resume.call.SetCvDocumentLanguage({ id, language: 'pt' }, { caller });
    await resume.call.SetCvSectionOrder({ id, sections: ['skills'] }, { caller });
    const photo = { id, experienceId: 0 };
    await resume.call.SetCvPicture({ picture: photo, content: await transparentPicture(9, 9) }, { caller });
    expect((await act(`/account/cvs/${id}/copy`)).location).toBe('/account?done=copied');
    expect((await visitor.get('/account?done=copied')).text).toContain('The CV has been duplicated.');
    expect(await titles()).toEqual([
      ['Baker', true, true],
      ['Baker (copy)', false, false],
    ]);
    const copy = (await cvs.list(owner, 'test'))[1];
    expect(copy).toMatchObject({ protected: false, anonymized: false });
    expect((await read(copy?.id ?? 0)).experiences.experience[0]).toMatchObject({ company: 'Bread & Co' });
    const { json } = await resume.call.GetCvDisplay({ id: copy?.id ?? 0, variant: 'print' }, { caller });
    expect(JSON.parse(json.toString('utf8'))).toEqual(JSON.parse(green.toString('utf8')));
    const { document } = await resume.call.GetExportSource({ id: copy?.id ?? 0 }, { caller });
    const source = JSON.parse(document.toString('utf8')) as ExportSource;
    expect(source).toMatchObject({
      maxPages: 2,
      language: 'pt',
      sectionOrder: ['skills'],
      photo: { base64: expect.stringMatching(/./) },
    });
  });

  test('creates one copy if the form is submitted again after the CV was renamed, with what the import kept', async () => {
    const id = await newCv(example);
    const copy = { titleOf: (title: string) => `${title} 2`, idempotencyKey: crypto.randomUUID() };
    await cvs.copy(owner, id, copy, 'test');
    await cvs.rename(owner, id, 'Cook', 'test');
    await cvs.copy(owner, id, copy, 'test');
    const all = await cvs.list(owner, 'test');
    expect(all.map(({ title }) => title)).toEqual(['Cook', 'Baker 2']);
    const caller = companyCaller(system.company.id, 'test');
    const { document } = await resume.call.GetExportSource({ id: all[1]?.id ?? 0 }, { caller });
    const { resume: copied } = JSON.parse(document.toString('utf8')) as ExportSource;
    const { basics, ...rest } = example;
    expect(copied).toEqual({ ...rest, basics: { ...basics, label: 'Baker 2' } });
  });

  test('deletes a CV after a confirmation that names it, unless it was changed in between', async () => {
    const id = await newCv(example);
    await newCv({ ...example, basics: { label: 'Second' } });
    const path = `/account/cvs/${id}/delete`;
    const confirmation = await visitor.get(path);
    expect(confirmation.text).toContain('Baker');
    expect(confirmation.text).toContain('If you have other CVs, the oldest of them becomes the main CV.');
    expect(confirmation.text).toContain('within 30 days');
    await cvs.rename(owner, id, 'Changed', 'test');
    const conflict = await visitor.submit(confirmation, path);
    expect([conflict.status, conflict.text]).toEqual([
      409,
      expect.stringContaining('The CV was changed in the meantime'),
    ]);
    const deleted = await visitor.submitAndFollow(await visitor.get(path), path);
    expect(deleted.text).toContain('The CV has been deleted. You can restore it under “Deleted CVs”.');
    expect(await titles()).toEqual([['Second', true, false]]);
    const gone = await visitor.get(path);
    expect([gone.status, gone.text]).toEqual([404, expect.stringContaining('This CV no longer exists.')]);
  });

  test('lists 100 CVs and stops an owner who creates many', async () => {
    for (let index = 0; index < 100; index++) await newCv({ basics: { label: `CV ${index}` } });
    const page = await visitor.get('/account');
    expect(page.text.match(/class="row-title"/g)).toHaveLength(100);
    const statuses: number[] = [];
    const first = (await cvs.list(owner, 'test'))[0]?.id;
    const { csrf = '' } = hiddenFields(page.text, `/account/cvs/${first}/copy`);
    for (let copy = 0; copy < 31; copy++)
      statuses.push((await visitor.post(`/account/cvs/${first}/copy`, { csrf, once: crypto.randomUUID() })).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 303), 429]);
  }, 300_000);
});

describe('deleted CVs', () => {
  test('are listed until their data is erased, and restored without publishing them', async () => {
    expect((await visitor.get('/account')).text).not.toContain('Deleted CVs');
    const id = await newCv(example);
    await newCv({ ...example, basics: { label: 'Second' } });
    await cvs.setVisibility(owner, id, { published: true }, 'test');
    const [before] = await cvs.list(owner, 'test');
    await visitor.submit(await visitor.get(`/account/cvs/${id}/delete`), `/account/cvs/${id}/delete`);
    // The clock of the service, and the retention time of the site.
    expect((await visitor.get('/account')).text).toMatch(/Deleted CVs.*Baker.*Can be restored until April 19, 2026/s);
    const page = await visitor.get('/account');
    const restored = await visitor.submit(page, `/account/cvs/${id}/restore`);
    expect([restored.status, restored.location]).toEqual([303, '/account?done=restored']);
    const confirmed = (await visitor.get('/account?done=restored')).text;
    expect(confirmed).toContain('The CV has been restored. It is not published.');
    expect(confirmed).not.toContain('Deleted CVs');
    expect(await titles()).toEqual([
      ['Baker', false, false],
      ['Second', true, false],
    ]);
    const [after] = await cvs.list(owner, 'test');
    expect(after?.privateUrl).not.toBe(before?.privateUrl);
    expect((await visitor.submit(page, `/account/cvs/${id}/restore`)).status).toBe(303);
    expect(await titles()).toHaveLength(2);
  });

  test('are listed in pages of 100', async () => {
    const id = await newCv(example);
    await cvs.delete(owner, id, 1, 'test');
    const deletedCvs = resume.connection.collection<{ _id: number }>('deleted_cvs');
    const document = (await deletedCvs.findOne({ _id: id })) ?? { _id: 0 };
    await deletedCvs.insertMany(
      Array.from({ length: 100 }, (_, index) => ({ ...document, _id: 1e9 + id * 100 + index })),
    );
    const idsOn = (text: string) =>
      [...text.matchAll(/action="\/account\/cvs\/(\d+)\/restore"/g)].map(([, found]) => found);
    const first = await visitor.get('/account');
    const next = first.text.match(/href="([^"]+)" rel="next"/)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const second = await visitor.get(next);
    const ids = [...idsOn(first.text), ...idsOn(second.text)];
    expect([new Set(ids).size, ids.length, ids.at(-1)]).toEqual([101, 101, String(id)]);
    expect(second.text).toContain('href="/account#deleted-cvs"');
    await deletedCvs.deleteMany({ userId: owner.userId });
    const invalid = await visitor.get('/account?deleted-before=nonsense');
    expect([invalid.status, invalid.location]).toEqual([303, '/account']);
  });

  test('cannot be restored after the erasure', async () => {
    const id = await newCv(example);
    await cvs.delete(owner, id, 1, 'test');
    const page = await visitor.get('/account');
    await resume.call.EraseDeletedCvs({ deletedBefore: resume.now() + 1 });
    const gone = await visitor.submit(page, `/account/cvs/${id}/restore`);
    expect([gone.status, gone.text]).toEqual([404, expect.stringContaining('This CV no longer exists.')]);
  });
});

describe('earlier versions', () => {
  const caller = () => companyCaller(system.company.id, 'test');
  /** Changes a CV as the editor does. */
  const edit = async (id: number, changes: object) => {
    const content = jsonBytes({ ...(await read(id)), ...changes });
    await resume.call.ReplaceCv({ id, content, keepVersion: true }, { caller: caller() });
  };
  const versionLinks = ({ text }: PageResponse) =>
    [...text.matchAll(/href="(\S+\/versions\/\d+)"/g)].map(([, path]) => path);

  test('are listed, show what would change, and can be restored', async () => {
    const id = await newCv(example);
    const path = `/account/cvs/${id}/versions`;
    expect((await visitor.get('/account')).text).toContain(`href="${path}"`);
    expect((await visitor.get(path)).text).toContain('There are no versions yet.');
    await edit(id, { title: '‮Chef', experiences: { experience: [] }, skills: { skill: [{ title: 'Bread' }] } });
    await cvs.setVisibility(owner, id, { published: true }, 'test');
    const list = await visitor.get(path);
    expect(list.text).toContain('Current version');
    expect(versionLinks(list)).toEqual([`${path}/1`]);
    const version = await visitor.get(`${path}/1`);
    expect(version.text).toMatch(
      /About this CV.*Title of the CV.*Work experience.*Added: Baker.*Skills.*Removed: Bread/s,
    );
    expect(textOf(version.text)).toMatch(/Title of the CV Now .?\u202eChef.? In this version Baker/);
    await edit(id, { title: 'Cook' });
    const conflict = await visitor.submit(version, `${path}/1/restore`);
    expect([conflict.status, (await read(id)).title]).toEqual([409, 'Cook']);
    expect(conflict.text).toMatch(/Earlier versions.*role="alert".*The CV was changed in the meantime/s);
    const { status, location } = await visitor.submit(await visitor.get(`${path}/1`), `${path}/1/restore`);
    expect([status, location]).toEqual([303, `${path}?done=restored`]);
    expect((await visitor.get(location ?? '')).text).toContain('The version has been restored.');
    expect(await read(id)).toMatchObject({
      title: 'Baker',
      published: true,
      experiences: { experience: [{ title: 'Baker' }] },
      skills: { skill: [] },
    });
  });

  test('show the text of each changed field now and in the version, and mark the words that differ', async () => {
    const [first] = example.work;
    const work = [{ ...first, summary: 'A bakery in Lyon with two ovens.', highlights: ['Bake', 'Sell'] }];
    const id = await newCv({ ...example, work, skills: [{ name: 'Bread', level: '10' }] });
    const { experiences, skills, userInformation } = await read(id);
    const [experience] = experiences.experience;
    const [skill] = skills.skill;
    const missions = { mission: [{ description: 'Bake' }, { description: 'Sell bread' }] };
    const description = 'A <b>bakery</b> in Paris with two ovens.';
    await edit(id, {
      experiences: { experience: [{ ...experience, description, missions, end: '' }] },
      skills: { skill: [{ ...skill, level: 90, children: { skill: [{ title: 'Rye' }] } }] },
      userInformation: { ...userInformation, country: { isoCode: 'USA' }, DriversLicence: 1 },
    });
    const page = await visitor.get(`/account/cvs/${id}/versions/1`);
    const shown = textOf(page.text.split('<main')[1] ?? '');
    expect(shown).toMatch(/Country Now United States\b.* In this version Not specified/);
    expect(shown).toMatch(/licen[cs]e Now Yes In this version No/);
    expect(shown).toContain('Changed: Baker');
    expect(shown).toMatch(/End Now \(empty\) In this version 2022-12-31/);
    expect(page.text).toMatch(/<del>.*Only in the current text:.*Paris<\/del>/);
    expect(page.text).toMatch(/<ins>.*Only in this version:.*Lyon<\/ins>/);
    expect(page.text).not.toContain('<b>bakery');
    expect(shown).toMatch(/Tasks and achievements Bake Sell Only in the current text: bread/);
    expect(shown).toMatch(/Level Now 90 In this version 10/);
    expect(shown).toMatch(/Skills in this group Now Rye In this version \(empty\)/);
    expect(shown).toContain('Struck-through words are only in the current text.');
  });

  test('with texts of 1 MB show a part of each text', async () => {
    const id = await newCv(example);
    const texts = (word: string) => `${word} `.repeat(3_000);
    const portfolio = Array.from({ length: 60 }, (_, index) => ({ title: `Work ${index}`, description: texts('one') }));
    await edit(id, { portfolios: { portfolio } });
    const stored = (await read(id)).portfolios.portfolio.map((work) => ({ ...work, description: texts('two') }));
    await edit(id, { portfolios: { portfolio: stored } });
    const [, path = ''] = versionLinks(await visitor.get(`/account/cvs/${id}/versions`)).toReversed();
    const { status, text } = await visitor.get(path);
    expect(status).toBe(200);
    expect(text).toContain('Changed: Work 49');
    expect(text).toMatch(/Changed: Work 50, .*Work 59/);
    expect(text).toContain('more characters are not shown.');
    expect(text.length).toBeLessThan(500_000);
  });

  test('say what happens to the photo, and restore it', async () => {
    const id = await newCv(example);
    const path = `/account/cvs/${id}/versions`;
    const picture = { id, experienceId: 0 };
    const content = await transparentPicture(9, 9);
    await resume.call.SetCvPicture({ picture, content, keepVersion: true }, { caller: caller() });
    await resume.call.RemoveCvPicture({ picture, keepVersion: true }, { caller: caller() });
    const version = await visitor.get(`${path}/2`);
    expect(version.text).toMatch(/Photo<.*The photo is restored\./s);
    expect((await visitor.get(`${path}/1`)).text).toContain('This version has the same content as your CV.');
    expect((await visitor.submit(version, `${path}/2/restore`)).location).toBe(`${path}?done=restored`);
    expect(await resume.call.GetCvPicture(picture, { caller: caller() })).toMatchObject({ width: 9 });
    expect((await visitor.get(`${path}/1`)).text).toContain('The photo is removed.');
  });

  test('are not created when the CV is renamed or becomes the main one', async () => {
    const id = await newCv(example);
    await cvs.rename(owner, id, 'Renamed', 'test');
    await cvs.makeMain(owner, id, 'test');
    expect((await cvs.versions(owner, id, 'test')).versions).toEqual([]);
  });

  test('can be undone one by one, unless the CV was changed in between', async () => {
    const id = await newCv(example);
    const path = `/account/cvs/${id}/undo`;
    const { csrf = '' } = hiddenFields((await visitor.get('/account')).text, '/account/sign-out');
    const undo = async (revision: number, back?: string) =>
      visitor.post(path, { csrf, revision: String(revision), ...(back && { back }) });
    await edit(id, { title: 'Two' });
    await edit(id, { title: 'Three' });
    expect((await undo(2)).status).toBe(409);
    expect((await undo(3, '//evil.example')).status).toBe(400);
    expect((await read(id)).title).toBe('Three');
    expect((await undo(3, 'edit')).location).toBe(`/account/cvs/${id}/edit?done=undone&revision=4`);
    expect((await undo(4)).location).toBe(`/account/cvs/${id}/versions?done=undone&revision=5`);
    expect((await read(id)).title).toBe('Baker');
    const nothing = await undo(5);
    expect([nothing.status, nothing.text]).toEqual([409, expect.stringContaining('There is no change left to undo.')]);
  });

  test('that are no longer stored are reported with the list of the others', async () => {
    const id = await newCv(example);
    await edit(id, { title: 'Two' });
    const { status, text } = await visitor.get(`/account/cvs/${id}/versions/77`);
    expect([status, text]).toEqual([404, expect.stringContaining('This version is no longer stored.')]);
    expect(text).toContain(`/account/cvs/${id}/versions/1"`);
    expect((await visitor.get(`/account/cvs/${id}/versions/x`)).status).toBe(404);
  });
});

describe('downloading a CV', () => {
  test('sends the files of unpublished CVs in all formats', async () => {
    const id = await newCv(example);
    for (const format of ['pdf', 'docx', 'odt', 'txt', 'json']) {
      const { status, text, headers } = await visitor.get(`/account/cvs/${id}/export?format=${format}`);
      expect([status, text, headers.get('cache-control')]).toEqual([200, 'file at address', 'private, no-store']);
    }
    const waiting = await visitor.get(`/account/cvs/${id}/export?format=doc`);
    expect([waiting.status, waiting.headers.get('refresh')]).toEqual([
      202,
      `2; url=/account/cvs/${id}/export?format=doc`,
    ]);
    expect(waiting.text).toContain(`<a href="/account/cvs/${id}/edit">Back to the CV</a>`);
    expect(exported).toHaveLength(6);
    expect((await visitor.get(`/account/cvs/${id}/export?format=exe`)).status).toBe(404);
  });
});

test('an owner can neither read nor change the CV of another user of the company', async () => {
  const other = await createOwner();
  const id = await newCv(example, other);
  const before = [await read(id), await titles(other)];
  await newCv(example);
  const page = await visitor.get('/account');
  const { csrf = '' } = hiddenFields(page.text, '/account/sign-out');
  const forms: Record<string, Record<string, string>> = {
    rename: { title: 'Mine' },
    main: {},
    copy: { once: crypto.randomUUID() },
    delete: { revision: '1' },
    publish: {},
    undo: { revision: '1' },
    restore: {},
    'versions/1/restore': { revision: '1' },
  };
  for (const [action, fields] of Object.entries(forms))
    expect([action, (await visitor.post(`/account/cvs/${id}/${action}`, { csrf, ...fields })).status]).toEqual([
      action,
      404,
    ]);
  for (const page of ['delete', 'versions', 'versions/1'])
    expect((await visitor.get(`/account/cvs/${id}/${page}`)).status).toBe(404);
  expect((await visitor.get(`/account/cvs/${id}/export?format=json`)).status).toBe(404);
  expect([await read(id), await titles(other)]).toEqual(before);
  expect(exported).toEqual([]);
});
