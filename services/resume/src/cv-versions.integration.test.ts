import type { CvData } from '@vitae/proto/cv-data';
import type { ResumeSections } from '@vitae/proto/export-source';
import {
  acme,
  globex,
  jsonBytes,
  openResumeFixture,
  parsed,
  type ResumeFixture,
} from '@vitae/test/support/resume/resume-fixture';

let service: ResumeFixture;
beforeAll(async () => {
  service = await openResumeFixture();
});
afterAll(() => service.close());

const caller = { caller: acme };
const read = async (id: number) => (await service.read(acme, id)) as CvData;
const newCv = async (content: object) => (await service.cv(acme, (await service.user(acme)).id, content)).id;
const revisionOf = async (id: number) =>
  (await service.call.BatchGetCvs({ items: [{ caller: acme, id }] })).items[0]?.document?.revision ?? 0;
const versionsOf = async (id: number) => (await service.call.ListCvVersions({ id }, caller)).versions;
const titlesOf = async (id: number) => (await versionsOf(id)).map(({ title }) => title);

/** Replaces some fields of a CV as the site does. */
async function save(id: number, changes: object, keepVersion = true, continueVersion = false): Promise<number> {
  const content = jsonBytes({ ...(await read(id)), ...changes });
  return (await service.call.ReplaceCv({ id, content, keepVersion, continueVersion }, caller)).revision;
}

const sectionNames = ['awards', 'certificates', 'languages', 'projects', 'publications', 'references', 'volunteer'];
const noSections = Object.fromEntries(sectionNames.map((name) => [name, []]));

describe('versions of a CV', () => {
  test('are the content before and after each change that asks for it, the newest first', async () => {
    const id = await newCv({ title: 'One' });
    expect(await versionsOf(id)).toEqual([]);
    service.at('2030-01-01T10:00:00Z');
    await save(id, { title: 'Two' });
    service.at('2030-01-01T11:00:00Z');
    await save(id, { title: 'Three' });
    expect(await versionsOf(id)).toEqual([
      { revision: 3, at: Date.parse('2030-01-01T11:00:00Z'), title: 'Three', current: true },
      { revision: 2, at: Date.parse('2030-01-01T10:00:00Z'), title: 'Two', current: false },
      { revision: 1, at: expect.any(Number), title: 'One', current: false },
    ]);
  });

  test('are not stored for requests of the API and for changes of settings', async () => {
    const id = await newCv({ title: 'One' });
    await save(id, { title: 'Two' }, false);
    await service.call.SetCvVisibility({ id, published: true }, caller);
    expect(await versionsOf(id)).toEqual([]);
    await save(id, { indexed: true });
    await save(id, {});
    expect(await versionsOf(id)).toEqual([]);
    await save(id, { title: 'Three' });
    expect(await titlesOf(id)).toEqual(['Three', 'Two']);
  });

  test('include content that the API stored between two changes', async () => {
    const id = await newCv({ title: 'One' });
    await save(id, { title: 'Two' });
    await save(id, { title: 'API' }, false);
    expect((await versionsOf(id)).map(({ current }) => current)).toEqual([false, false]);
    await save(id, { title: 'Three' });
    expect(await titlesOf(id)).toEqual(['Three', 'API', 'Two', 'One']);
  });

  test('are one while an owner types, unless another request changes the CV', async () => {
    const id = await newCv({ title: 'One' });
    for (const title of ['T', 'Tw', 'Two']) await save(id, { title }, true, title !== 'T');
    expect(await titlesOf(id)).toEqual(['Two', 'One']);
    await save(id, { title: 'API' }, false);
    await save(id, { title: 'Three' }, true, true);
    expect(await titlesOf(id)).toEqual(['Three', 'API', 'Two', 'One']);
    const { revision } = await service.call.RestoreCvVersion({ id, revision: 0 }, caller);
    expect([revision, (await read(id)).title]).toEqual([7, 'API']);
  });

  test('do not repeat content after changes of settings', async () => {
    const id = await newCv({ title: 'One' });
    await save(id, { title: 'Two' });
    await service.call.SetCvVisibility({ id, published: true }, caller);
    expect((await versionsOf(id))[0]).toMatchObject({ title: 'Two', current: true });
    await save(id, { title: 'Three' });
    expect(await titlesOf(id)).toEqual(['Three', 'Two', 'One']);
  });

  test('are limited to the latest 20', async () => {
    const id = await newCv({ title: '0' });
    for (let number = 1; number <= 22; number++) await save(id, { title: String(number) });
    expect(await titlesOf(id)).toEqual(Array.from({ length: 20 }, (_, index) => String(22 - index)));
    expect(await service.connection.collection('cv_versions').countDocuments({ cvId: id })).toBe(20);
  });

  test('are complete after concurrent changes, and a rejected change stores none', async () => {
    const id = await newCv({ title: '0' });
    await Promise.all(['1', '2', '3'].map((title) => save(id, { title })));
    const titles = await titlesOf(id);
    expect(titles.toSorted()).toEqual(['0', '1', '2', '3']);
    expect([titles[0], titles.at(-1)]).toEqual([(await read(id)).title, '0']);
    const outdated = { id, content: jsonBytes({ title: 'Outdated' }), ifRevision: 1, keepVersion: true };
    await expect(service.call.ReplaceCv(outdated, caller)).rejects.toMatchObject({ reason: 'revision_mismatch' });
    expect(await titlesOf(id)).toEqual(titles);
  });

  test('belong to their owner', async () => {
    const id = await newCv({ title: 'One' });
    await save(id, { title: 'Two' });
    const other = { ...acme, userId: (await service.user(acme)).id };
    for (const stranger of [globex, other]) {
      for (const call of [
        service.call.ListCvVersions({ id }, { caller: stranger }),
        service.call.GetCvVersion({ id, revision: 1 }, { caller: stranger }),
        service.call.RestoreCvVersion({ id, revision: 1 }, { caller: stranger }),
      ])
        await expect(call).rejects.toMatchObject({ reason: 'cv_not_found' });
    }
    expect((await read(id)).title).toBe('Two');
  });
});

describe('restoring a version', () => {
  test('restores the content with the ids of its items, and no setting', async () => {
    const experience = [{ title: 'Baker' }, { title: 'Cook' }];
    const id = await newCv({ title: 'One', culture: 'fr_FR', experiences: { experience }, indexed: true });
    const first = await read(id);
    await save(id, { title: 'Two', culture: 'en_US', experiences: { experience: [] } });
    await service.call.SetCvVisibility({ id, published: true, indexed: false }, caller);
    const shown = parsed<CvData>(await service.call.GetCvVersion({ id, revision: 1 }, caller));
    const current = await revisionOf(id);
    const outdated = service.call.RestoreCvVersion({ id, revision: 1, ifRevision: current - 1 }, caller);
    await expect(outdated).rejects.toMatchObject({ reason: 'revision_mismatch' });
    await service.call.RestoreCvVersion({ id, revision: 1, ifRevision: current }, caller);
    const restored = await read(id);
    expect(restored).toEqual({ ...first, published: true, indexed: false, updatedAt: restored.updatedAt });
    expect({ ...shown, updatedAt: restored.updatedAt }).toEqual({ ...restored, resumeSections: noSections });
    expect(await titlesOf(id)).toEqual(['One', 'Two', 'One']);
    await expect(service.call.RestoreCvVersion({ id, revision: 99 }, caller)).rejects.toMatchObject({
      reason: 'version_not_found',
    });
    await expect(service.call.GetCvVersion({ id, revision: 99 }, caller)).rejects.toMatchObject({
      reason: 'version_not_found',
    });
  });
});

describe('undo', () => {
  const undo = async (id: number): Promise<string> => {
    await service.call.RestoreCvVersion({ id }, caller);
    return (await read(id)).title;
  };

  test('undoes one change after another until the first version, and changes made after an undo', async () => {
    const id = await newCv({ title: 'One' });
    await save(id, { title: 'Two' });
    await save(id, { title: 'Three' });
    expect([await undo(id), await undo(id)]).toEqual(['Two', 'One']);
    await expect(undo(id)).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'version_not_found' });
    await save(id, { title: 'Four' });
    expect(await undo(id)).toBe('One');
    await expect(undo(id)).rejects.toMatchObject({ reason: 'version_not_found' });
  });

  test('undoes the restoration of a version, and a change by the API', async () => {
    const id = await newCv({ title: 'One' });
    await save(id, { title: 'Two' });
    await service.call.RestoreCvVersion({ id, revision: 1 }, caller);
    expect(await undo(id)).toBe('Two');
    await save(id, { title: 'API' }, false);
    expect(await undo(id)).toBe('Two');
    expect(await titlesOf(id)).toContain('API');
  });
});

test('versions are erased with their CV, and restored with it before', async () => {
  const user = await service.user(acme);
  const cv = await service.cv(acme, user.id, { title: 'One' });
  const kept = await service.cv(acme, user.id, { title: 'Kept' });
  for (const { id } of [cv, kept]) await save(id, { title: 'Two' });
  await service.call.DeleteCv({ id: cv.id }, caller);
  await expect(versionsOf(cv.id)).rejects.toMatchObject({ reason: 'cv_not_found' });
  await service.call.RestoreCv({ id: cv.id }, caller);
  expect(await titlesOf(cv.id)).toEqual(['Two', 'One']);
  await service.call.DeleteCv({ id: cv.id }, caller);
  const stored = () =>
    service.connection.collection('cv_versions').distinct('cvId', { cvId: { $in: [cv.id, kept.id] } });
  await service.call.EraseDeletedCvs({ deletedBefore: service.now() + 1 });
  expect(await stored()).toEqual([kept.id]);
  await service.call.DeleteUser({ id: String(user.id) }, caller);
  await service.call.EraseUser({ companyId: acme.companyId, id: user.id });
  expect(await stored()).toEqual([]);
});

describe('sections that CV data does not have', () => {
  const sectionsOf = async (id: number) =>
    parsed<ResumeSections>(await service.call.GetCvResumeSections({ id }, caller));
  const saveSections = async (id: number, changes: Partial<ResumeSections>, keepVersion = true) => {
    const resumeSections = jsonBytes({ ...(await sectionsOf(id)), ...changes });
    return service.call.ReplaceCv({ id, content: jsonBytes(await read(id)), resumeSections, keepVersion }, caller);
  };
  const resumeOf = async (id: number) =>
    parsed<{ resume: Record<string, unknown> }>({
      json: (await service.call.GetExportSource({ id }, caller)).document,
    }).resume;
  const german = { language: 'German', fluency: 'Native' };

  test('are edited, and keep the fields and entries that documents do not show', async () => {
    const id = await newCv({
      basics: { name: 'Ada' },
      languages: ['English', { ...german, 'x-score': 'C2' }, 7, { language: 'French', fluency: 'B1', note: 'school' }],
    });
    const { languages } = await sectionsOf(id);
    const [english, , french] = languages;
    expect(languages).toHaveLength(3);
    const edited = { ...german, fluency: 'C2' };
    const { revision } = await saveSections(id, { languages: [edited, english, french].filter((one) => !!one) });
    expect(revision).toBe(2);
    expect((await resumeOf(id)).languages).toEqual([
      { ...edited, 'x-score': 'C2' },
      'English',
      { language: 'French', fluency: 'B1', note: 'school' },
      7,
    ]);
    await saveSections(id, { languages: [] });
    expect((await resumeOf(id)).languages).toEqual([7]);
  });

  test('can be added to a CV that was not imported, and follow the name of its owner', async () => {
    const user = await service.user(acme, { firstname: 'Ada', lastname: 'King' });
    const { id } = await service.cv(acme, user.id, { title: 'Engineer' });
    await saveSections(id, { languages: [german] }, false);
    await service.call.UpdateUser(
      { user: { id: String(user.id) }, patch: jsonBytes({ lastname: 'Lovelace' }) },
      caller,
    );
    expect(await resumeOf(id)).toMatchObject({ basics: { name: 'Ada Lovelace' }, languages: [german] });
    expect((await read(id)).title).toBe('Engineer');
  });

  test('are part of versions, and are restored by undo', async () => {
    const id = await newCv({ basics: { name: 'Ada' }, languages: [german] });
    await saveSections(id, { languages: [] });
    expect(await versionsOf(id)).toMatchObject([{ current: true }, { current: false }]);
    await service.call.RestoreCvVersion({ id }, caller);
    expect((await sectionsOf(id)).languages).toEqual([german]);
    await save(id, { title: 'New' });
    expect((await sectionsOf(id)).languages).toEqual([german]);
  });

  test('are reported together with invalid fields of the CV data', async () => {
    const id = await newCv({ title: 'One' });
    const contacts = { contact: [{ type: '', value: '1' }] };
    const award = { title: 'x', date: 'soon', awarder: '', summary: '' };
    const request = {
      id,
      content: jsonBytes({ ...(await read(id)), contacts }),
      resumeSections: jsonBytes({ ...(await sectionsOf(id)), awards: [award] }),
    };
    await expect(service.call.ReplaceCv(request, caller)).rejects.toMatchObject({
      details: [{ field: 'contacts.contact.0.type' }, { field: 'awards.0.date' }],
    });
  });

  test.each([
    [{ languages: [{ language: 7 }] }],
    [{ awards: [{ title: 'x', date: 'soon', awarder: '', summary: '' }] }],
    [{ languages: Array.from({ length: 201 }, () => german) }],
    [{ unknown: [] }],
  ])('are rejected if they are invalid: %j', async (changes) => {
    const id = await newCv({ title: 'One' });
    const error = { code: 'INVALID_ARGUMENT' };
    await expect(saveSections(id, changes as Partial<ResumeSections>)).rejects.toMatchObject(error);
    await expect(service.call.GetCvResumeSections({ id }, { caller: globex })).rejects.toMatchObject({
      reason: 'cv_not_found',
    });
  });
});
