import { readFileSync } from 'node:fs';
import type { CvData } from '@vitae/proto/cv-data';
import type { ExportSource } from '@vitae/proto/export-source';
import { transparentPicture } from '@vitae/test/support/resume/picture-fixtures';
import {
  acme,
  globex,
  jsonBytes,
  openResumeFixture,
  parsed,
  type ResumeFixture,
  SITE,
} from '@vitae/test/support/resume/resume-fixture';

let service: ResumeFixture;
beforeAll(async () => {
  service = await openResumeFixture();
});
afterAll(() => service.close());

const example = readFileSync(new URL('../../../deploy/local/examples/complete-resume.json', import.meta.url));
const replace = (caller: typeof acme, id: number, content: unknown, ifRevision = 0) =>
  service.call.ReplaceCv({ id, content: jsonBytes(content), ifRevision }, { caller });
const source = async (id: number, caller = acme) =>
  parsed<ExportSource>({ json: (await service.call.GetExportSource({ id }, { caller })).document });

describe('a CV', () => {
  test('created from JSON Resume is returned in the shape of the specification', async () => {
    const user = await service.user(acme, { username: 'jane.developer' });
    const created = await service.call.CreateCv(
      { user: { id: String(user.id) }, content: example, culture: 'en_US', publish: true },
      { caller: acme },
    );
    const cv = parsed<CvData>(created.document);
    expect(created.title).toBe('Full Stack Software Engineer');
    expect(created.report).toContainEqual({ path: 'work[0].position', outcome: 'imported', note: '' });
    const shown = { path: 'volunteer[0].organization', outcome: 'kept', note: 'shown in documents' };
    expect(created.report).toContainEqual(shown);
    expect(await service.read(acme, cv.id)).toEqual(cv);
    expect(cv).toMatchObject({
      userId: user.id,
      url: `${SITE}/p/jane-developer`,
      culture: 'en_US',
      completion: 0.9,
      seniority: 3,
      published: true,
      userInformation: { country: { isoCode: 'USA' }, state: 5, DriversLicence: false },
    });
    expect(cv.experiences.experience).toHaveLength(3);
    expect(cv.experiences.experience[0]).toMatchObject({
      company: 'TechCorp Inc',
      start: '2021-03-01',
      end: '',
      contractType: 0,
      state: null,
    });
    expect(JSON.parse(JSON.stringify((await source(cv.id)).resume))).toEqual(JSON.parse(example.toString()));
  });

  test('can be replaced with its own data', async () => {
    const user = await service.user(acme);
    const cv = await service.cv(acme, user.id, {
      title: 'Cook',
      experiences: { experience: [{ title: 'Chef', start: '2020-01-01' }] },
    });
    service.at(service.now() + 60_000);
    const replaced = await replace(acme, cv.id, cv);
    expect(replaced.revision).toBe(2);
    expect(parsed<CvData>(replaced)).toEqual({ ...cv, updatedAt: new Date(service.now()).toISOString().slice(0, 19) });
  });

  test('can be published although an earlier version stored a country that is now rejected', async () => {
    const user = await service.user(acme);
    const cv = await service.cv(acme, user.id, { title: 'Old', userInformation: { country: { isoCode: 'FRA' } } });
    await service.connection
      .collection('cvs')
      .updateOne({ _id: cv.id } as never, { $set: { 'content.userInformation.country.isoCode': 'XYZ' } });
    const visible = await service.call.SetCvVisibility({ id: cv.id, published: true }, { caller: acme });
    expect(parsed<CvData>(visible)).toMatchObject({ published: true, indexed: cv.indexed, title: 'Old' });
    const hidden = await service.call.SetCvVisibility({ id: cv.id, indexed: true }, { caller: acme });
    expect(parsed<CvData>(hidden)).toMatchObject({ published: true, indexed: true });
    await expect(
      service.call.SetCvVisibility({ id: cv.id, published: true }, { caller: globex }),
    ).rejects.toMatchObject({ reason: 'cv_not_found' });
  });

  test('can be replaced with data that was read before it was published, protected and made the main CV', async () => {
    const user = await service.user(acme);
    await service.cv(acme, user.id, { title: 'First' });
    const cv = await service.cv(acme, user.id, { title: 'Own' });
    service.at(service.now() + 60_000);
    const changed = parsed<CvData>(await replace(acme, cv.id, { title: 'New', main: true, protected: true }));
    expect(changed.printable.pdf).toBeNull();
    expect(changed.url).not.toBe(cv.url);
    expect((await replace(acme, cv.id, { ...cv, protected: true })).revision).toBe(3);
    await expect(replace(acme, cv.id, cv, 1)).rejects.toMatchObject({ reason: 'revision_mismatch' });
    const empty = { url: '', updatedAt: '', printable: { pdf: '', odt: null, doc: null } };
    expect((await replace(acme, cv.id, { ...changed, ...empty })).revision).toBe(4);
  });

  test('can be replaced with data that an application received with its own links', async () => {
    const user = await service.user(acme);
    const cv = await service.cv(acme, user.id, { title: 'Own' });
    const pdf = cv.printable.pdf?.replace(/\/c\/[\w-]+/, '/c/1.2.3.AAAAAAAAAAAAAAAAAAAAAA') ?? null;
    const replaced = await replace(acme, cv.id, { ...cv, printable: { ...cv.printable, pdf } });
    expect(parsed<CvData>(replaced).printable).toEqual(cv.printable);
  });

  test('rejects ids, dates and addresses that it never had', async () => {
    const user = await service.user(acme);
    service.at(service.now() + 60_000);
    const cv = await service.cv(acme, user.id, { title: 'Own' });
    const other = { id: cv.id + 1, userId: user.id + 1 };
    const dates = ['2001-01-01T00:00:00', '2999-01-01T00:00:00', 'yesterday'].map(
      (date) => ['updatedAt', date] as const,
    );
    const pdf = 'https://other.example/c/x/export?format=pdf';
    const addresses = { url: `${cv.url}x`, printable: { ...cv.printable, pdf } };
    for (const [field, value] of [...Object.entries({ ...other, ...addresses }), ...dates])
      await expect(replace(acme, cv.id, { ...cv, [field]: value })).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        details: [{ field, message: 'is read-only. Omit it or send its stored value' }],
      });
  });

  test('keeps the ids of its items, assigns ids to new items and rejects ids of other CVs', async () => {
    const user = await service.user(acme);
    const one = await service.cv(acme, user.id, {
      title: 'One',
      links: { link: [{ type: 'blog', url: 'https://b.example' }] },
    });
    const other = await service.cv(acme, user.id, {
      title: 'Two',
      links: { link: [{ type: 'blog', url: 'https://b.example' }] },
    });
    const [existing] = one.links.link;
    const changed = parsed<CvData>(
      await replace(acme, one.id, { ...one, links: { link: [{ type: 'xing', url: 'https://x.example' }, existing] } }),
    );
    expect(changed.links.link[1]).toEqual(existing);
    expect(changed.links.link[0]?.id).toBeGreaterThan(other.links.link[0]?.id ?? Infinity);
    await expect(replace(acme, one.id, { ...one, links: other.links })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: [{ field: 'links.link.0.id', message: 'is not the id of an existing link of this CV' }],
    });
  });

  test.each([
    [{ nonsense: 1, skills: { skill: [{ title: 'x', stars: 5 }] } }, ['skills.skill.0.stars', 'nonsense']],
    [{ culture: 'xx_XX', availability: 77 }, ['culture', 'availability']],
    [
      { experiences: { experience: [{ start: '2024-02-30', country: { isoCode: 'fr' } }] } },
      ['experiences.experience.0.start', 'experiences.experience.0.country.isoCode'],
    ],
    [{ userInformation: { country: { isoCode: 'FRA' }, state: 3 } }, ['userInformation.state']],
    [{ links: { link: [{ type: 'blog', url: 'javascript:alert(1)' }] } }, ['links.link.0.url']],
    [{ title: { $gt: '' } }, ['title']],
    [{ portfolios: { portfolio: [{ content: { $where: '1' } }] } }, ['portfolios.portfolio.0.content']],
    [[], ['']],
  ])('is rejected with the names of the invalid fields: %j', async (content, fields) => {
    const user = await service.user(acme);
    await expect(service.cv(acme, user.id, content)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: fields.map((field) => expect.objectContaining({ field })),
    });
  });

  test.each([
    ['not JSON', Buffer.from('{"basics":'), 'not_json'],
    ['empty', Buffer.alloc(0), 'invalid_argument'],
    ['a resume without any known field', Buffer.from('{"basics":{"shoe":38},"hobby":"x"}'), 'invalid_argument'],
    ['a resume without any field', Buffer.from('{"basics":{}}'), 'invalid_argument'],
    ['50 MB', Buffer.alloc(50 * 1024 * 1024, ' '), 'body_too_large'],
    ['10,000 deep', Buffer.from(`${'{"basics":'.repeat(10_000)}1${'}'.repeat(10_000)}`), 'invalid_argument'],
  ])('is rejected if the file is %s', async (_what, content, reason) => {
    const user = await service.user(acme);
    await expect(
      service.call.CreateCv({ user: { id: String(user.id) }, content }, { caller: acme }),
    ).rejects.toMatchObject({ reason });
  });

  test('is created from the valid fields of a JSON Resume document with wrong types', async () => {
    const user = await service.user(acme);
    const content = {
      basics: [1, 2],
      work: { name: 5, highlights: { $ne: 1 } },
      skills: ['Go', null, 7],
      education: 'MIT',
      'a.$b': { 'c.d': [{ $set: 1 }] },
    };
    const cv = await service.cv(acme, user.id, content);
    expect(cv.experiences.experience[0]).toMatchObject({ company: '5' });
    expect(cv.skills.skill.map((skill) => skill.title)).toEqual(['Go']);
    expect((await source(cv.id)).resume).toEqual(content);
  });

  test('rejects an edit of an outdated revision and applies concurrent edits one by one', async () => {
    const user = await service.user(acme);
    const cv = await service.cv(acme, user.id, { title: 'v1' });
    await replace(acme, cv.id, { ...cv, title: 'v2' }, 1);
    await expect(replace(acme, cv.id, { ...cv, title: 'v2b' }, 1)).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
      reason: 'revision_mismatch',
    });
    const edits = await Promise.all(['a', 'b', 'c', 'd'].map((title) => replace(acme, cv.id, { ...cv, title })));
    expect(edits.map(({ revision }) => revision).sort()).toEqual([3, 4, 5, 6]);
  });

  test('is the main CV if it is the first, until another becomes the main CV', async () => {
    const user = await service.user(acme, { username: 'mainly' });
    const first = await service.cv(acme, user.id, { title: 'Cook' });
    const second = await service.cv(acme, user.id, { title: 'Cook' });
    expect([first.url, second.url]).toEqual([`${SITE}/p/mainly`, `${SITE}/p/mainly/cook-2`]);
    await replace(acme, second.id, { title: 'Cook', main: true });
    expect(await service.read(acme, first.id)).toMatchObject({ url: `${SITE}/p/mainly/cook` });
    expect(await service.read(acme, second.id)).toMatchObject({ url: `${SITE}/p/mainly` });
  });

  test('gets a new private link when it is unpublished or protected', async () => {
    const user = await service.user(acme);
    const published = await service.cv(acme, user.id, { published: true });
    const link = published.printable.pdf;
    expect(link).toMatch(new RegExp(`^${SITE}/c/[\\w-]{32}/export\\?format=pdf$`));
    const unpublished = parsed<CvData>(await replace(acme, published.id, { published: false }));
    expect(unpublished.printable.pdf).not.toBe(link);
    const protectedCv = parsed<CvData>(await replace(acme, published.id, { published: true, protected: true }));
    expect(protectedCv.printable).toEqual({ pdf: null, odt: null, doc: null });
  });

  test('is not created for a user of another company', async () => {
    const user = await service.user(globex);
    await expect(service.cv(acme, user.id)).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'user_not_found' });
    await expect(service.cv({ ...acme, companyId: 0 }, user.id)).rejects.toMatchObject({ reason: 'caller_missing' });
  });
});

describe('a copy of a CV', () => {
  const fixtureOf = async () => {
    const user = await service.user(acme);
    const { document } = await service.call.CreateCv(
      { user: { id: String(user.id) }, content: example, publish: true },
      { caller: acme },
    );
    const cv = parsed<CvData>(document);
    return { cv, owner: { ...acme, userId: user.id } };
  };
  const resumeOf = async (id: number, caller: typeof acme) => {
    const { document } = await service.call.GetExportSource({ id, withIdentity: true }, { caller });
    const { resume } = parsed<ExportSource>({ json: document });
    return JSON.parse(JSON.stringify(resume).replaceAll(/\/pictures\/[\w-]{32}/g, '/pictures/name'));
  };

  test('has the imported fields, edits, settings and pictures, but is not published', async () => {
    const { cv, owner } = await fixtureOf();
    const { id } = cv;
    const [first, ...others] = cv.experiences.experience;
    const png = await transparentPicture(6, 3);
    for (const experienceId of [0, first?.id ?? 0])
      await service.call.SetCvPicture({ picture: { id, experienceId }, content: png }, { caller: owner });
    const { experiences } = (await service.read(owner, id)) as CvData;
    await replace(owner, id, {
      ...cv,
      anonymized: true,
      recipient: 'Globex',
      userInformation: { ...cv.userInformation, birthdate: '1990-02-01' },
      experiences: { experience: [{ title: 'Added' }, experiences.experience[0], ...others.slice(1)] },
    });
    await service.call.SetCvPageLimit({ id, maxPages: 3 }, { caller: owner });
    await service.call.SetCvLinkPreview({ id, name: false, photo: true }, { caller: owner });
    const copy = await service.call.CopyCv({ id, title: 'Copy' }, { caller: owner });

    const expected = await resumeOf(id, owner);
    expect([expected.languages[0].fluency, expected.skills[0].level]).toEqual(['Native speaker', 'Expert']);
    expect(JSON.stringify(expected)).toContain('/pictures/name');
    expect(expected.basics.image).toMatch(/^data:image/);
    const label = { basics: { ...expected.basics, label: 'Copy' } };
    expect(await resumeOf(copy.id, owner)).toEqual({ ...expected, ...label });
    expect(await service.read(owner, copy.id)).toMatchObject({
      title: 'Copy',
      published: false,
      userInformation: { birthdate: '1990-02-01' },
    });
    const stored = await service.connection.collection('cvs').findOne({ _id: copy.id } as never);
    expect(stored).toMatchObject({ main: false, anonymized: true, recipient: 'Globex', password: null });
    const copied = await source(copy.id);
    expect(copied).toMatchObject({ maxPages: 3, linkPreview: { name: false, photo: true } });
    await service.call.DeleteCv({ id }, { caller: owner });
    expect((await service.call.GetCvPicture({ id: copy.id, experienceId: 0 }, { caller: owner })).width).toBe(6);
  });

  test('is created once for an idempotency key, although the CV was renamed in between', async () => {
    const { cv, owner } = await fixtureOf();
    const copy = (title: string, caller = owner) =>
      service.call.CopyCv({ id: cv.id, title, idempotencyKey: `copy ${cv.id}` }, { caller });
    const { id } = await copy('Engineer (copy)');
    await replace(owner, cv.id, { ...cv, title: 'Cook' });
    expect((await copy('Cook (copy)')).id).toBe(id);
    const stranger = { ...acme, userId: (await service.user(acme)).id };
    await expect(copy('Stolen', stranger)).rejects.toMatchObject({ reason: 'cv_not_found' });
    await expect(copy('Stolen', globex)).rejects.toMatchObject({ reason: 'cv_not_found' });
  });
});

describe('an idempotency key', () => {
  test('returns the same response, creates one CV and rejects a different body', async () => {
    service.at('2036-03-20T10:00:00Z'); // in the future: MongoDB deletes idempotency keys after a day
    const user = await service.user(acme);
    const request = { user: { id: String(user.id) }, content: example, idempotencyKey: 'k1' };
    const responses = await Promise.all([1, 2, 3].map(() => service.call.CreateCv(request, { caller: acme })));
    const later = await service.call.CreateCv(request, { caller: acme });
    for (const response of responses) expect(response).toEqual(later);
    expect(await service.connection.collection('cvs').countDocuments({ userId: user.id })).toBe(1);
    await expect(
      service.call.CreateCv({ ...request, content: jsonBytes({ title: 'other' }) }, { caller: acme }),
    ).rejects.toMatchObject({
      reason: 'idempotency_key_reused',
    });
    await expect(
      service.call.CreateCv({ ...request, user: { id: '999999' } }, { caller: globex }),
    ).rejects.toMatchObject({ reason: 'user_not_found' });
  });
});
