import { randomInt } from 'node:crypto';
import { companyCaller } from '@vitae/kit/caller';
import type { CvData } from '@vitae/proto/cv-data';
import { displayIds } from '@vitae/proto/display';
import type { ResumeSections } from '@vitae/proto/export-source';
import { submitChanged, unchangedFields } from '@vitae/test/support/gateway/form-fields';
import {
  type OwnerCvsFixture,
  type OwnerWithCvs,
  startOwnerCvsFixture,
} from '@vitae/test/support/gateway/owner-cvs-fixture';
import {
  createWebVisitor,
  hiddenFields,
  type PageResponse,
  type WebVisitor,
} from '@vitae/test/support/gateway/web-visitor';
import { decompressionBomb, plainPicture } from '@vitae/test/support/resume/picture-fixtures';
import { jsonBytes } from '@vitae/test/support/resume/resume-fixture';

let fixture: OwnerCvsFixture;
let owner: OwnerWithCvs;
let visitor: WebVisitor;
let cvId: number;

beforeAll(async () => {
  fixture = await startOwnerCvsFixture(process.env);
});
afterAll(async () => {
  await fixture.close();
});
beforeEach(async () => {
  ({ owner, cvId } = await fixture.createOwnerWithCv(example));
  visitor = await fixture.signIn(owner);
});

const example = {
  title: 'Baker',
  culture: 'en_US',
  presentation: { title: 'Head baker', text: 'I bake.' },
  experiences: {
    experience: [
      { title: 'Baker', company: 'Bread & Co', start: '2019-03-01', missions: { mission: [{ description: 'Rye' }] } },
      { title: 'Apprentice', company: 'Mill' },
    ],
  },
  contacts: {
    contact: [
      { type: 'phone', value: '+351 1' },
      { type: 'skype', value: 'ana' },
    ],
  },
};

const read = (): Promise<CvData> => fixture.read(cvId);
const experience = async (index = 0) => (await read()).experiences.experience[index];
const replace = (changes: object) => fixture.replace(cvId, changes);

const path = (part: string) => `/account/cvs/${cvId}/edit${part}`;
const experiencePath = async (index = 0) => path(`/experiences/${(await experience(index))?.id}`);

/** The address of the CV after a change that can be undone. */
const savedAt = (section: string) => new RegExp(`/edit\\?done=saved&revision=\\d+#section-${section}$`);
const undoPath = () => `/account/cvs/${cvId}/undo`;

const save = (page: PageResponse, action: string, changes: Record<string, string>) =>
  submitChanged(visitor, page, action, changes);

async function edit(action: string, changes: Record<string, string>): Promise<PageResponse> {
  return save(await visitor.get(action), action, changes);
}

test('the account leads to the editor, which lists every section with its entries', async () => {
  const course = { degree: 'Diploma', school: 'Lyceum', start: '2024-05-01', end: '2024-11-30' };
  await replace({ educations: { education: [course] } });
  expect((await visitor.get('/account')).text).toContain(`href="${path('')}"`);
  const { status, text } = await visitor.get(path(''));
  expect(status).toBe(200);
  for (const shown of [
    'Head baker',
    'Baker · Bread &amp; Co · 2019 – present',
    'Apprentice · Mill',
    '>Diploma · Lyceum · 2024<',
    'Phone · +351 1',
    'Add a skill',
  ])
    expect(text).toContain(shown);
});

test('an entry without texts has a title of its own in the list', async () => {
  await replace({ experiences: { experience: [{ title: '', company: '' }] }, skills: { skill: [{ title: '' }] } });
  const { text } = await visitor.get(path(''));
  expect(text.match(/>Untitled entry</g)).toHaveLength(2);
  expect(text).not.toContain('Untitled CV');
});

test('saving a part changes only this part', async () => {
  const before = await read();
  const response = await edit(path('/presentation'), { text: 'I bake\r\nand sell.', title: ' Master baker ' });
  expect(response).toMatchObject({ status: 303, location: expect.stringMatching(savedAt('presentation')) });
  const { updatedAt, completion } = await read();
  const presentation = { title: 'Master baker', text: 'I bake\nand sell.' };
  expect(await read()).toEqual({ ...before, presentation, updatedAt, completion });
});

test('an unchanged form writes nothing', async () => {
  const revision = async () => (await fixture.cvs.read(owner, cvId, 'test')).revision;
  const before = await revision();
  for (const part of ['/about', '/personal', '/presentation', '/contacts/2']) await edit(path(part), {});
  await edit(await experiencePath(), {});
  expect(await revision()).toBe(before);
});

test('entries are added once, moved and removed', async () => {
  const page = await visitor.get(path('/experiences/new'));
  const added = { title: 'Owner', 'description.0': 'Sells bread', country: 'PRT' };
  const responses = [
    await save(page, path('/experiences/new'), added),
    await save(page, path('/experiences/new'), added),
  ];
  expect(responses[0]?.location).toMatch(savedAt('experiences'));
  expect(responses[1]?.location).toBe(responses[0]?.location);
  const titles = async () => (await read()).experiences.experience.map(({ title }) => title);
  expect(await titles()).toEqual(['Owner', 'Baker', 'Apprentice']);
  expect(await experience()).toMatchObject({
    country: { isoCode: 'PRT' },
    missions: { mission: [{ description: 'Sells bread' }] },
  });
  const arrange = async (index: number, action: string) => {
    const target = `${await experiencePath(index)}/arrange`;
    return visitor.submitAndFollow(await visitor.get(path('')), target, { action });
  };
  expect((await arrange(0, 'down')).text).toContain('Moved.');
  expect(await titles()).toEqual(['Baker', 'Owner', 'Apprentice']);
  expect((await arrange(0, 'delete')).text).toContain('Removed.');
  expect(await titles()).toEqual(['Owner', 'Apprentice']);
  await visitor.submit(await visitor.get(path('')), path('/contacts/2/arrange'), { action: 'up' });
  expect((await read()).contacts.contact.map(({ type }) => type)).toEqual(['skype', 'phone']);
});

test('a form for a new entry that is submitted again with other text loses neither text', async () => {
  const page = await visitor.get(path('/educations/new'));
  await save(page, path('/educations/new'), { degree: 'Diploma' });
  const { status, text } = await save(page, path('/educations/new'), { degree: 'Diploma', school: 'Lyceum' });
  expect(status).toBe(409);
  expect(text).toContain('value="Lyceum"');
  const [entry] = (await read()).educations.education;
  const target = path(`/educations/${entry?.id}`);
  await visitor.post(target, unchangedFields(text, target));
  expect((await read()).educations.education).toMatchObject([{ degree: 'Diploma', school: 'Lyceum' }]);
});

test('new entries with the same text are added once for each form, also if the forms were opened together', async () => {
  const target = path('/portfolios/new');
  const forms = [await visitor.get(target), await visitor.get(target)];
  // A double click sends each form twice.
  for (const form of forms)
    await Promise.all([1, 2].map(() => save(form, target, { title: 'Photo series', url: 'https://example.com' })));
  expect((await read()).portfolios.portfolio.map(({ title }) => title)).toEqual(['Photo series', 'Photo series']);
});

describe('a change', () => {
  const saved = async () => visitor.get((await edit(path('/presentation'), { text: 'Changed' })).location ?? '');

  test('can be undone after the design or another field was changed, and only once', async () => {
    const page = await saved();
    await edit(path('/design'), { template: 'compact' });
    await edit(path('/presentation'), { title: 'Later' });
    for (let count = 0; count < 2; count++)
      expect((await visitor.submitAndFollow(page, undoPath())).text).toContain('Undone.');
    expect((await read()).presentation).toEqual({ title: 'Later', text: 'I bake.' });
    expect((await visitor.get(path('/design'))).text).toMatch(/value="compact" checked/);
  });

  test('can be undone together with the change before it, if only the design was changed since', async () => {
    await saved();
    const { location } = await edit(await experiencePath(), { title: 'Owner' });
    await edit(path('/design'), { template: 'compact' });
    let page = await visitor.get(location ?? '');
    for (let count = 0; count < 2; count++) page = await visitor.submitAndFollow(page, undoPath());
    expect([(await read()).presentation.text, (await experience())?.title]).toEqual(['I bake.', 'Baker']);
    expect((await visitor.submit(page, undoPath())).text).toContain('There is no change left to undo.');
  });

  test('can be undone if it removed an entry and other texts were changed later', async () => {
    const baker = await experience();
    const target = `${await experiencePath()}/arrange`;
    const removed = await visitor.submitAndFollow(await visitor.get(path('')), target, { action: 'delete' });
    await edit(path('/presentation'), { title: 'Later' });
    for (let count = 0; count < 2; count++)
      expect((await visitor.submitAndFollow(removed, undoPath())).text).toContain('Undone.');
    const { experiences } = await read();
    expect(experiences.experience.filter(({ title }) => title === baker?.title)).toEqual([
      { ...baker, id: expect.any(Number) },
    ]);
  });

  test('is not undone if the same field was changed later', async () => {
    const page = await saved();
    await edit(path('/presentation'), { text: 'Later' });
    const { status, text } = await visitor.submit(page, undoPath());
    expect([status, text]).toEqual([409, expect.stringContaining('in the meantime')]);
    expect((await read()).presentation.text).toBe('Later');
  });

  test('can be undone after a double click, but not after a save that changed nothing', async () => {
    const target = path('/presentation');
    const form = await visitor.get(target);
    await save(form, target, { text: 'Changed' });
    const repeated = await save(form, target, { text: 'Changed' });
    expect((await visitor.get(repeated.location ?? '')).text).toContain(undoPath());
    await edit(await experiencePath(), { title: 'Owner' });
    for (const [response, message] of [
      [await edit(target, {}), 'Saved.'],
      // Another request changed another field of the part.
      [await save(form, target, {}), 'Saved.'],
    ] as const) {
      const { text } = await visitor.get(response.location ?? '');
      expect([text.includes(message), text.includes(undoPath())]).toEqual([true, false]);
    }
  });
});

test('“Save and add more” leads back to the form', async () => {
  const target = await experiencePath();
  const { location } = await edit(target, { stay: '1', 'description.1': 'Wheat' });
  expect(location).toBe(`${target}?done=saved`);
  const { text } = await visitor.get(location ?? '');
  expect(text).toContain('Saved.');
  expect(text).toContain('Wheat');
});

test('a moved task is saved in its new place with everything typed, and nothing else changes', async () => {
  const [first, ...others] = (await read()).experiences.experience;
  const mission = ['Rye\r\rbread', 'Wheat', 'Oats'].map((description) => ({ description }));
  await replace({ experiences: { experience: [{ ...first, description: null, missions: { mission } }, ...others] } });
  const before = await experience();
  const target = await experiencePath();
  const typed = { move: 'up.3', 'description.1': 'Wheat flour', 'description.3': 'Spelt' };
  const { status, location } = await edit(target, typed);
  expect([status, location]).toEqual([303, `${target}?done=saved#row-2`]);
  const missions = {
    mission: ['Rye\r\rbread', 'Wheat flour', 'Spelt', 'Oats'].map((description) => ({ description })),
  };
  expect(JSON.stringify(await experience())).toBe(JSON.stringify({ ...before, missions }));
  expect((await visitor.get(location ?? '')).text).toMatch(/id="row-2".*?>Spelt<\/textarea>/);
  const limit = await edit(target, { move: 'down.3' });
  expect([limit.status, limit.location]).toEqual([303, `${target}?done=saved#row-3`]);
  expect((await experience())?.missions).toEqual(missions);
});

test('a skill is moved with everything below it, and an invalid form shows the rows in the new order', async () => {
  const skill = (title: string, ...below: object[]) => ({ title, children: { skill: below } });
  const baking = skill('Baking', skill('Bread', skill('Rye')), { ...skill('Cake'), details: 'Sweet', level: 80 });
  await replace({ skills: { skill: [baking] } });
  const target = path('/skills/1');
  const invalid = await edit(target, { move: 'down.0', 'level.2': '101' });
  expect([invalid.status, invalid.text]).toEqual([422, expect.stringMatching(/id="row-2".*id="row-0".*id="row-1"/)]);
  expect(invalid.text).toMatch(/href="#field-level.2">Level 1: /);
  expect((await save(invalid, target, { 'level.2': '80' })).status).toBe(303);
  expect((await read()).skills.skill).toMatchObject([
    skill('Baking', { ...skill('Cake'), details: 'Sweet', level: 80 }, skill('Bread', skill('Rye'))),
  ]);
});

test('invalid values are named next to their fields, and the typed text stays', async () => {
  const { status, text } = await edit(await experiencePath(), {
    end: '2018-01-01',
    company: 'x'.repeat(300),
    title: 'New',
  });
  expect(status).toBe(422);
  expect(text).toContain('<title>Error: ');
  expect(text).toContain('href="#field-end"');
  expect(text).toMatch(/id="field-end-error">The end must not be before the start/);
  expect(text).toMatch(/id="field-company-error">Enter at most 255 characters/);
  expect(text).toContain('value="New"');
  expect((await experience())?.title).toBe('Baker');
});

describe('if another request changes the CV', () => {
  test('changes of other parts are kept', async () => {
    const page = await visitor.get(await experiencePath());
    await replace({ title: 'Changed elsewhere' });
    fixture.beforeWrite(() => replace({ presentation: { title: 'Changed during the write', text: '' } }));
    expect((await save(page, await experiencePath(), { title: 'Mine' })).status).toBe(303);
    expect(await read()).toMatchObject({
      title: 'Changed elsewhere',
      presentation: { title: 'Changed during the write' },
      experiences: { experience: [{ title: 'Mine' }, { title: 'Apprentice' }] },
    });
  });

  /** Changes the first experience as another request does. */
  const changeExperience = async (change: object) => {
    const [first, ...others] = (await read()).experiences.experience;
    await replace({ experiences: { experience: [{ ...first, ...change }, ...others] } });
  };
  const usable = ({ text }: PageResponse) =>
    Array.from(text.matchAll(/name="use" value="([^"]+)"/g), ([, name]) => name);
  const fieldLinks = ({ text }: PageResponse) =>
    Array.from(text.matchAll(/<a href="#field-([^"]+)">([^<]+)</g), ([, name, label]) => `${name}: ${label}`);

  test('fields that only one of them changed are merged without asking', async () => {
    const target = await experiencePath();
    const page = await visitor.get(target);
    const mission = [{ description: 'Oats' }];
    await changeExperience({ company: 'Mill of the API', city: 'Porto', missions: { mission } });
    expect((await save(page, target, { title: 'Mine', description: 'My work' })).status).toBe(303);
    const merged = { title: 'Mine', description: 'My work', company: 'Mill of the API', city: 'Porto' };
    expect(await experience()).toMatchObject({ ...merged, missions: { mission } });
  });

  test('only fields that both changed are a conflict, and saving keeps the other changes', async () => {
    const target = await experiencePath();
    const page = await visitor.get(target);
    await changeExperience({ title: 'Baker of the API', city: 'Porto' });
    const conflict = await save(page, target, { title: 'Mine', description: 'My work' });
    expect([conflict.status, usable(conflict)]).toEqual([409, ['title']]);
    expect(fieldLinks(conflict)).toEqual(['title: Job title']);
    expect(unchangedFields(conflict.text, target)).toMatchObject({
      ...{ title: 'Mine', city: 'Porto', description: 'My work' },
    });
    await changeExperience({ company: 'Mill of the API' });
    expect((await save(conflict, target, {})).status).toBe(303);
    const merged = { title: 'Mine', description: 'My work', city: 'Porto', company: 'Mill of the API' };
    expect(await experience()).toMatchObject(merged);
  });

  test('levels are not saved with the skills that another request moved to their places', async () => {
    const bread = (...titles: string[]) =>
      replace({ skills: { skill: [{ title: 'Bread', children: { skill: titles.map((title) => ({ title })) } }] } });
    await bread('Rye', 'Wheat');
    const page = await visitor.get(path('/skills/1'));
    await bread('Wheat', 'Rye');
    const levels = { 'level.0': '10', 'level.1': '90' };
    expect((await save(page, path('/skills/1'), levels)).status).toBe(409);
    const skills = (await read()).skills.skill[0]?.children?.skill;
    expect(skills?.map(({ title, level }) => [title, level ?? null])).toEqual([
      ['Wheat', null],
      ['Rye', null],
    ]);
  });

  test('the page of an invalid form shows the texts that are invalid together', async () => {
    const target = await experiencePath();
    await changeExperience({ start: '2019-01-01', end: '2022-01-01' });
    const page = await visitor.get(target);
    await changeExperience({ start: '2019-01-01', end: '2020-01-01' });
    const invalid = await save(page, target, { start: '2021-01-01' });
    expect([invalid.status, invalid.text]).toEqual([422, expect.stringContaining('must not be before the start')]);
    expect(unchangedFields(invalid.text, target)).toMatchObject({ start: '2021-01-01', end: '2020-01-01' });
    expect((await save(invalid, target, { end: '2022-01-01' })).status).toBe(303);
    expect(await experience()).toMatchObject({ start: '2021-01-01', end: '2022-01-01' });
  });

  test('an entry without an id that has another title is not merged', async () => {
    await replace({ skills: { skill: [{ title: 'Bread', level: 10 }] } });
    const page = await visitor.get(path('/skills/1'));
    await replace({ skills: { skill: [{ title: 'Cakes', level: 10, details: 'Sweet' }] } });
    const conflict = await save(page, path('/skills/1'), { level: '25' });
    expect([conflict.status, usable(conflict)]).toEqual([409, ['title', 'level', 'details']]);
  });

  test('a form that does not say what was loaded shows all differences', async () => {
    const target = await experiencePath();
    const page = await visitor.get(target);
    await changeExperience({ company: 'Mill of the API' });
    for (const loaded of ['', 'title:<', 'title']) {
      const conflict = await save(page, target, { title: 'Mine', loaded });
      expect([conflict.status, usable(conflict)]).toEqual([409, ['title', 'company']]);
    }
  });

  test('the same fields show both texts, and the owner chooses', async () => {
    const target = await experiencePath();
    const page = await visitor.get(target);
    await changeExperience({ title: 'Baker of the API', company: 'Mill of the API' });
    const conflict = await save(page, target, { title: 'Mine', company: 'Mine too' });
    expect(conflict.status).toBe(409);
    expect(conflict.text).toContain('value="Mine"');
    expect(conflict.text).toMatch(/Currently saved:.*Baker of the API/s);
    expect((await experience())?.title).toBe('Baker of the API');
    const used = await save(conflict, target, { use: 'title' });
    expect(used.status).toBe(409);
    expect(unchangedFields(used.text, target)).toMatchObject({ title: 'Baker of the API', company: 'Mine too' });
    expect(usable(used)).toEqual(['company']);
    expect((await experience())?.company).toBe('Mill of the API');
    expect((await save(used, target, {})).status).toBe(303);
    expect(await experience()).toMatchObject({ title: 'Baker of the API', company: 'Mine too' });
  });

  test('another order of the rows is shown, and the owner can use it', async () => {
    const target = await experiencePath();
    const setTasks = async (...tasks: string[]) => {
      const [first, ...others] = (await read()).experiences.experience;
      const mission = tasks.map((description) => ({ description }));
      await replace({ experiences: { experience: [{ ...first, missions: { mission } }, ...others] } });
    };
    await setTasks('Ground rye', 'Sold bread');
    const page = await visitor.get(target);
    await setTasks('Sold bread', 'Ground rye');
    const conflict = await save(page, target, { title: 'Mine', 'description.2': 'Baked' });
    expect([conflict.status, conflict.text]).toEqual([
      409,
      expect.stringMatching(/<li dir="auto">Sold bread<\/li><li dir="auto">Ground rye<\/li>.*name="use" value="order"/),
    ]);
    expect(fieldLinks(conflict)).toEqual(['order: Order of the entries', 'description.2: Task 3']);
    const used = await save(conflict, target, { use: 'order' });
    expect(used.text).not.toContain('value="order"');
    expect(fieldLinks(used)).toEqual(['description.2: Task 3']);
    expect((await save(used, target, {})).status).toBe(303);
    const saved = await experience();
    expect([saved?.title, saved?.missions.mission.map(({ description }) => description)]).toEqual([
      'Mine',
      ['Sold bread', 'Ground rye', 'Baked'],
    ]);
  });

  test('another level of a row is shown, and the owner can use it', async () => {
    const bread = (...skill: object[]) => replace({ skills: { skill: [{ title: 'Bread', children: { skill } }] } });
    await bread({ title: 'Rye' }, { title: 'Spelt' });
    const target = path('/skills/1');
    const page = await visitor.get(target);
    await bread({ title: 'Rye', children: { skill: [{ title: 'Spelt' }] } });
    const conflict = await save(page, target, { title: 'Mine', 'depth.1': '3' });
    expect([conflict.status, usable(conflict)]).toEqual([409, ['title', 'depth.1']]);
    expect(fieldLinks(conflict)).toEqual(['title: Skill', 'depth.1: Indent level (2)']);
    const used = await save(conflict, target, { use: 'depth.1' });
    expect(unchangedFields(used.text, target)).toMatchObject({ title: 'Mine', 'depth.0': '1', 'depth.1': '2' });
    expect(used.text).not.toContain('value="depth.1"');
  });

  test('the button uses the text that is stored when the owner presses it', async () => {
    const page = await visitor.get(path('/presentation'));
    await replace({ presentation: { title: '', text: 'First' } });
    const conflict = await save(page, path('/presentation'), { text: 'Mine' });
    await replace({ presentation: { title: '', text: 'Second' } });
    const used = await save(conflict, path('/presentation'), { use: 'text' });
    expect(unchangedFields(used.text, path('/presentation')).text).toBe('Second');
    const unknown = await save(conflict, path('/presentation'), { use: 'constructor' });
    expect([unknown.status, unchangedFields(unknown.text, path('/presentation')).text]).toEqual([409, 'Mine']);
  });

  test('the button adds entries that another request added below a skill, with their level', async () => {
    const skill = (title: string, ...below: object[]) => ({ title, children: { skill: below } });
    await replace({ skills: { skill: [skill('Baking', skill('Bread'))] } });
    const page = await visitor.get(path('/skills/1'));
    const loaves = ['Rye', 'Wheat', 'Oats', 'Spelt', 'Barley'].map((title) => skill(title));
    await replace({ skills: { skill: [skill('Baking', skill('Bread', ...loaves))] } });
    let shown = await save(page, path('/skills/1'), { title: 'My baking', 'title.0': 'My bread' });
    for (let row = 1; row <= loaves.length; row++)
      shown = await save(shown, path('/skills/1'), { use: `title.${row}` });
    expect((await save(shown, path('/skills/1'), {})).status).toBe(303);
    expect((await read()).skills.skill).toMatchObject([skill('My baking', skill('My bread', ...loaves))]);
  });

  test('a removed entry can be added again with the typed text', async () => {
    const target = await experiencePath();
    const page = await visitor.get(target);
    await replace({ experiences: { experience: [] } });
    const conflict = await save(page, target, { title: 'Mine' });
    expect([conflict.status, conflict.text]).toEqual([409, expect.stringContaining('was removed in the meantime')]);
    fixture.loseResponse();
    for (const status of [503, 303]) expect((await save(conflict, path('/experiences/new'), {})).status).toBe(status);
    expect((await read()).experiences.experience).toHaveLength(1);
    expect(await experience()).toMatchObject({ title: 'Mine', company: 'Bread & Co' });
  });

  test('an entry without an id is found where it was moved', async () => {
    const page = await visitor.get(path('/contacts/1'));
    const { contact } = (await read()).contacts;
    await replace({ contacts: { contact: [{ type: 'mobile', value: '1' }, ...contact] } });
    expect((await save(page, path('/contacts/1'), { value: '+351 2' })).status).toBe(303);
    expect((await read()).contacts.contact.map(({ value }) => value)).toEqual(['1', '+351 2', 'ana']);
  });

  test('a changed entry is not removed', async () => {
    const target = await experiencePath();
    const page = await visitor.get(path(''));
    await replace({ experiences: { experience: [{ ...(await experience()), title: 'Changed' }] } });
    const { status, text } = await visitor.submit(page, `${target}/arrange`, { action: 'delete' });
    expect([status, text]).toEqual([409, expect.stringContaining('changed or removed in the meantime')]);
    expect((await experience())?.title).toBe('Changed');
  });

  test('an entry without an id is not mistaken for the one that took its place', async () => {
    const page = await visitor.get(path('/contacts/1'));
    const { contact } = (await read()).contacts;
    await replace({ contacts: { contact: contact.slice(1) } });
    const conflict = await save(page, path('/contacts/1'), { value: 'mine' });
    expect([conflict.status, conflict.text]).toEqual([409, expect.stringContaining('/contacts/new"')]);
    expect((await save(conflict, path('/contacts/new'), {})).status).toBe(303);
    expect((await read()).contacts.contact.map(({ value }) => value)).toEqual(['ana', 'mine']);
  });

  test('an entry whose response was lost is not added again, also in the next session or after another entry', async () => {
    const target = path('/links/new');
    const blog = { type: 'blog', url: 'https://example.com' };
    const types = async () => (await read()).links.link.map(({ type }) => type);
    const page = await visitor.get(target);
    fixture.loseResponse();
    expect((await save(page, target, blog)).status).toBe(503);
    await edit(target, { ...blog, type: 'other' });
    const next = await fixture.signIn(owner);
    const sent = { ...unchangedFields(page.text, target), ...blog };
    const shown = await next.post(target, sent, { Origin: fixture.gateway.url });
    expect(shown.status).toBe(403);
    expect((await submitChanged(next, shown, target, {})).status).toBe(303);
    expect(await types()).toEqual(['blog', 'other']);
    await edit(target, blog);
    expect(await types()).toEqual(['blog', 'other', 'blog']);
  });

  test('a repeated form is not a conflict with itself', async () => {
    const target = await experiencePath();
    const page = await visitor.get(target);
    for (let count = 0; count < 2; count++) expect((await save(page, target, { title: 'Mine' })).status).toBe(303);
  });
});

test('long texts in any script fit', async () => {
  const text = '漢'.repeat(20_000);
  expect((await edit(path('/presentation'), { text })).status).toBe(303);
  expect((await read()).presentation.text).toBe(text);
  expect((await visitor.get(path('/presentation'))).text).toContain(text);
});

test('rows that no form has are rejected', async () => {
  const page = await visitor.get(path('/skills/new'));
  expect((await save(page, path('/skills/new'), { rows: '9999', title: 'x' })).status).toBe(400);
  await save(page, path('/skills/new'), {
    title: 'x',
    'title.0': 'y',
    'depth.0': '-1',
    'title.1': 'z',
    'depth.1': '99',
  });
  expect((await read()).skills.skill).toMatchObject([
    { title: 'x', children: { skill: [{ title: 'y', children: { skill: [{ title: 'z' }] } }] } },
  ]);
});

describe('a form that is submitted after the session ended', () => {
  const address = () => path('/presentation');
  const submitLate = async (text: string, changes: Record<string, string> = {}) => {
    const form = await visitor.get(address());
    await fixture.gateway.sessions.endAll(owner.userId);
    return save(form, address(), { text, ...changes });
  };
  const signInAs = (page: PageResponse, login: string, password: string) =>
    visitor.submit(page, '/account/sign-in', { login, password });

  test('is shown again after the owner has signed in, and saved only then', async () => {
    const signInPage = await submitLate('Läuft & <läuft>');
    expect([signInPage.status, signInPage.text]).toEqual([
      403,
      expect.stringContaining('your changes are not saved yet.'),
    ]);
    const wrong = await signInAs(signInPage, owner.username, 'wrong');
    expect([wrong.status, wrong.text]).toEqual([403, expect.stringContaining('your changes are not saved yet.')]);
    const shown = await signInAs(wrong, owner.username, owner.password);
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('Läuft &amp; &lt;läuft></textarea>')]);
    expect(shown.text).toContain('Your changes are still here');
    expect((await read()).presentation.text).toBe('I bake.');
    expect((await save(shown, address(), {})).status).toBe(303);
    expect((await read()).presentation.text).toBe('Läuft & <läuft>');
  });

  test('adds its entry once, also if the first response was lost', async () => {
    const target = path('/links/new');
    const form = await visitor.get(target);
    const blog = { type: 'blog', url: 'https://example.com' };
    fixture.loseResponse();
    expect((await save(form, target, blog)).status).toBe(503);
    await fixture.gateway.sessions.endAll(owner.userId);
    const shown = await signInAs(await save(form, target, blog), owner.username, owner.password);
    expect((await save(shown, target, {})).status).toBe(303);
    expect((await read()).links.link.map(({ url }) => url)).toEqual([blog.url]);
  });

  test('replaces no other entry after its own was deleted', async () => {
    const contact = ['1', '2', '3'].map((value) => ({ type: 'phone', value }));
    await replace({ contacts: { contact } });
    const form = await visitor.get(path('/contacts/2'));
    await fixture.gateway.sessions.endAll(owner.userId);
    const signInPage = await save(form, path('/contacts/2'), { value: 'Mine' });
    await replace({ contacts: { contact: contact.toSpliced(1, 1) } });
    const shown = await signInAs(signInPage, owner.username, owner.password);
    const deleted = await save(shown, path('/contacts/2'), {});
    expect([deleted.status, deleted.text]).toEqual([409, expect.stringContaining('removed in the meantime')]);
    await save(deleted, path('/contacts/new'), {});
    expect((await read()).contacts.contact.map(({ value }) => value)).toEqual(['1', '3', 'Mine']);
  });

  test('is not shown to another owner', async () => {
    const other = await fixture.createOwner();
    const shown = await signInAs(await submitLate('Private words'), other.username, other.password);
    expect([shown.status, shown.location]).toEqual([303, '/account']);
    expect(shown.text).not.toContain('Private words');
    expect((await read()).presentation.text).toBe('I bake.');
  });

  test('is kept with long texts in any script', async () => {
    const text = Array.from({ length: 20_000 }, () => String.fromCodePoint(randomInt(0x4e00, 0x9fff))).join('');
    const signInPage = await submitLate(text);
    expect(signInPage.text).toContain('your changes are not saved yet.');
    const shown = await signInAs(signInPage, owner.username, owner.password);
    expect((await save(shown, address(), {})).status).toBe(303);
    expect((await read()).presentation.text).toBe(text);
  });

  test('that is too large can be sent again after the owner has signed in elsewhere', async () => {
    const form = await visitor.get(address());
    await fixture.gateway.sessions.endAll(owner.userId);
    const fields = { ...unchangedFields(form.text, address()), title: 'Kept', text: 'x'.repeat(1_000_000) };
    const signInPage = await visitor.post(address(), fields);
    expect([signInPage.status, signInPage.text]).toEqual([
      403,
      expect.stringContaining('Open another window and sign in there.'),
    ]);
    expect(signInPage.text).not.toContain('name="kept"');
    await signInAs(await visitor.get('/account'), owner.username, owner.password);
    const resent = await visitor.post(address(), fields, { Origin: fixture.gateway.url });
    expect([resent.status, resent.text]).toEqual([403, expect.stringContaining('Your changes are still here')]);
    expect(unchangedFields(resent.text, address())).toMatchObject({ title: 'Kept', text: fields.text });
  });

  test('is not kept if it is from elsewhere', async () => {
    const planted = await submitLate('Planted', { csrf: 'forged' });
    expect([planted.status, planted.text]).toEqual([403, expect.not.stringContaining('name="kept"')]);
    visitor = await fixture.signIn(owner);
    const signInPage = await submitLate('Mine');
    const kept = hiddenFields(signInPage.text, '/account/sign-in').kept ?? '';
    for (const forgery of ['password=x', `${kept.slice(0, -4)}AAAA`]) {
      const typed = { login: owner.username, password: owner.password, kept: forgery };
      const forged = await visitor.submit(await visitor.get('/account'), '/account/sign-in', typed);
      expect([forged.status, forged.location]).toEqual([303, '/account']);
      await fixture.gateway.sessions.endAll(owner.userId);
    }
  });

  test('is kept if the owner signs in in another window first, but not for another site', async () => {
    const signInPage = await submitLate('Two windows');
    await signInAs(await visitor.get('/account'), owner.username, owner.password);
    const fields = {
      ...hiddenFields(signInPage.text, '/account/sign-in'),
      ...{ login: owner.username, password: owner.password },
    };
    for (const headers of [{}, { Origin: 'https://other.example' }] as Record<string, string>[]) {
      const rejected = await visitor.post('/account/sign-in', fields, headers);
      expect([rejected.status, rejected.text]).toEqual([403, expect.not.stringContaining('name="kept"')]);
    }
    const expired = await visitor.post('/account/sign-in', fields, { Origin: fixture.gateway.url });
    expect([expired.status, expired.text]).toEqual([403, expect.stringContaining('your changes are not saved yet.')]);
    const shown = await signInAs(expired, owner.username, owner.password);
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('Two windows</textarea>')]);
  });
});

test('the session of an owner who was deleted in the meantime ends, and the page repeats the text', async () => {
  const target = await experiencePath();
  const caller = companyCaller(fixture.system.company.id, 'test');
  const inScript = await fixture.signIn(owner);
  const pages = [await visitor.get(target), await inScript.get(target)] as const;
  await fixture.resume.call.DeleteUser({ id: String(owner.userId) }, { caller });
  const gone = await save(pages[0], target, { title: 'Too late' });
  expect([gone.status, gone.text]).toEqual([404, expect.stringContaining('your account was deleted in the meantime')]);
  expect(gone.text).toMatch(/<dd[^>]*>Too late<\/dd>/);
  expect(gone.text).not.toContain('name="password"');
  const fields = { ...unchangedFields(pages[1].text, target), title: 'Too late' };
  const response = await inScript.post(target, fields, { Accept: 'application/json' });
  expect([response.status, JSON.parse(response.text)]).toEqual([403, { problem: 'signedOut' }]);
  for (const browser of [visitor, inScript])
    expect((await browser.get('/account')).text).toContain('action="/account/sign-in"');
});

test('a CV with 200 experiences can be edited', async () => {
  const all = Array.from({ length: 200 }, (_, index) => ({ title: `Job ${index + 1}`, company: 'Mill' }));
  await replace({ experiences: { experience: all } });
  const { status, text } = await visitor.get(path(''));
  expect([status, new Set(text.match(/Job \d+ · Mill/g)).size]).toEqual([200, 200]);
  const target = await experiencePath(199);
  expect((await edit(target, { title: 'The last job' })).status).toBe(303);
  const arranged = await visitor.submit(await visitor.get(path('')), `${target}/arrange`, { action: 'up' });
  expect(arranged.status).toBe(303);
  const titles = (await read()).experiences.experience.map(({ title }) => title);
  expect([titles.length, ...titles.slice(197)]).toEqual([200, 'Job 198', 'The last job', 'Job 199']);
});

test('an expired form keeps what was typed', async () => {
  const page = await visitor.get(path('/presentation'));
  const fields = { ...unchangedFields(page.text, path('/presentation')), csrf: 'old', text: 'Typed for an hour' };
  const response = await visitor.post(path('/presentation'), fields, { Origin: fixture.gateway.url });
  expect([response.status, response.text]).toEqual([403, expect.stringContaining('Typed for an hour')]);
  expect((await save(response, path('/presentation'), {})).status).toBe(303);
  expect((await read()).presentation.text).toBe('Typed for an hour');
});

test('a state of the USA in another country is reported, and a new country removes the stored state', async () => {
  const rejected = await edit(path('/personal'), { country: 'FRA', state: '5' });
  expect([rejected.status, rejected.text]).toEqual([
    422,
    expect.stringContaining('Only addresses in the United States have a state'),
  ]);
  expect(unchangedFields(rejected.text, path('/personal'))).toMatchObject({ country: 'FRA', state: '5' });
  expect((await save(rejected, path('/personal'), { country: 'USA' })).status).toBe(303);
  expect((await read()).userInformation).toMatchObject({ country: { isoCode: 'USA' }, state: 5 });
  expect((await edit(path('/personal'), { country: 'FRA' })).status).toBe(303);
  expect((await read()).userInformation.state ?? null).toBeNull();
  const entry = await edit(path('/experiences/new'), { title: 'Pilot', country: 'FRA', state: '5' });
  expect([entry.status, entry.text]).toEqual([
    422,
    expect.stringContaining('Only addresses in the United States have a state'),
  ]);
});

test('a script learns why its form was rejected', async () => {
  const page = await visitor.get(path('/presentation'));
  const fields = unchangedFields(page.text, path('/presentation'));
  const send = async (action: string, changes: Record<string, string>) => {
    const headers = { Accept: 'application/json', Origin: fixture.gateway.url };
    const { status, text } = await visitor.post(action, { ...fields, ...changes }, headers);
    return [status, JSON.parse(text)];
  };
  const { csrf } = fields;
  const old = { csrf: 'old' };
  expect(await send(path('/presentation'), old)).toEqual([403, { problem: 'expired', csrf }]);
  const foreign = { Accept: 'application/json', Origin: 'https://other.example' };
  expect((await visitor.post(path('/presentation'), { ...fields, ...old }, foreign)).text).not.toContain('"csrf"');
  const ofOther = { ...old, owner: '1' };
  expect(await send(path('/presentation'), ofOther)).toEqual([403, { problem: 'expired', faults: [] }]);
  expect(await send(path('/presentation'), { ...ofOther, unknown: '1' })).toEqual([403, { problem: 'expired' }]);
  expect(await send(path('/presentation'), { unknown: '1' })).toEqual([400, { problem: 'invalid' }]);
  expect(await send('/account/profile/details', { lastname: 'x'.repeat(7_500_000) })).toEqual([
    413,
    { problem: 'tooLarge' },
  ]);
  expect(await send(path('/experiences/1/arrange'), old)).toEqual([403, { problem: 'expired', csrf }]);
});

test('CVs of others, and parts that cannot exist, are not found', async () => {
  const other = await fixture.newCv(await fixture.createOwner(), example);
  for (const address of [
    `/account/cvs/${other}/edit`,
    `/account/cvs/${other}/edit/about`,
    '/account/cvs/999999999/edit',
  ])
    expect((await visitor.get(address)).status).toBe(404);
  for (const part of ['/nothing', '/constructor', '/about/1', '/experiences', '/experiences/0', '/experiences/999999'])
    expect((await visitor.get(path(part))).status).toBe(404);
  const page = await visitor.get(path('/about'));
  const fields = unchangedFields(page.text, path('/about'));
  expect((await visitor.post(`/account/cvs/${other}/edit/about`, fields)).status).toBe(404);
  expect((await visitor.post(path('/about'), { ...fields, unknown: '1' })).status).toBe(400);
});

test('a visitor who is not signed in sees the sign-in page', async () => {
  const stranger = createWebVisitor(fixture.gateway.url, fixture.system.newAddress());
  expect((await stranger.get(path(''))).text).toContain('name="login"');
  expect((await stranger.post(path('/about'), { title: 'x' })).status).toBe(403);
});

describe('the script that saves while the owner types', () => {
  const post = async (target: string, changes: Record<string, string>, page?: PageResponse) => {
    const fields = unchangedFields((page ?? (await visitor.get(target))).text, target);
    const { status, text } = await visitor.post(target, { ...fields, ...changes }, { Accept: 'application/json' });
    return { status, ...JSON.parse(text) };
  };

  test('learns what the next save is based on', async () => {
    const target = path('/presentation');
    const page = await visitor.get(target);
    const { digest, action } = await post(target, { text: 'One' }, page);
    expect(action).toBe(target);
    expect(await post(target, { text: 'Two', digest }, page)).toMatchObject({ status: 200 });
    expect((await read()).presentation.text).toBe('Two');
    expect(await post(target, { text: 'Three' }, page)).toEqual({ status: 409, problem: 'conflict', faults: [] });
  });

  test('gets the texts that another request saved in fields that the owner did not change', async () => {
    const target = path('/presentation');
    const page = await visitor.get(target);
    await replace({ presentation: { title: 'Theirs', text: 'I bake.' } });
    const saved = await post(target, { text: 'One' }, page);
    expect(saved).toMatchObject({ status: 200, adopted: { texts: { title: 'Theirs' } } });
    expect((await read()).presentation).toEqual({ title: 'Theirs', text: 'One' });
    // The page still shows the earlier title, which must not replace that of the other request.
    const { digest, loaded, adopted } = saved;
    await post(target, { text: 'Two', digest, loaded }, page);
    expect((await read()).presentation).toEqual({ title: 'Theirs', text: 'Two' });
    expect(await post(target, { title: 'Mine', text: 'Two', digest, loaded }, page)).toMatchObject({ status: 409 });
    const next = { title: 'Mine', text: 'Two', digest: adopted.digest, loaded: adopted.loaded };
    expect(await post(target, next, page)).toMatchObject({ status: 200 });
    expect((await read()).presentation.title).toBe('Mine');
  });

  test('adds an entry once and then edits it', async () => {
    const added = await post(path('/contacts/new'), { type: 'phone', value: '1' });
    expect(added.action).toBe(path('/contacts/3'));
    await post(added.action, { value: '2', digest: added.digest });
    expect((await read()).contacts.contact.slice(2)).toEqual([{ type: 'phone', value: '2' }]);
    const page = await visitor.get(path('/contacts/new'));
    fixture.loseResponse();
    for (const status of [503, 200])
      expect(await post(path('/contacts/new'), { type: 'phone', value: '1' }, page)).toMatchObject({ status });
    expect((await read()).contacts.contact).toHaveLength(4);
  });

  test('learns why the form was not saved', async () => {
    expect(await post(path('/personal'), { birthdate: 'x' })).toEqual({
      status: 422,
      problem: 'invalid',
      faults: ['Date of birth: Enter a date such as 2024-02-29.'],
    });
    expect(await post(path('/personal'), { csrf: 'old' })).toMatchObject({ status: 403, problem: 'expired' });
    visitor.cookies.clear();
    const fields = { digest: '', text: 'x' };
    const response = await visitor.post(path('/presentation'), fields, { Accept: 'application/json' });
    expect([response.status, JSON.parse(response.text)]).toEqual([403, { problem: 'signedOut' }]);
  });
});

describe('the script that moves entries', () => {
  /** Moves an entry to a position of the list that a page showed. */
  const moveTo = async (page: PageResponse, entry: string, fields: Record<string, string>) => {
    const target = path(`/${entry}/arrange`);
    const section = page.text.split(`id="section-${entry.split('/')[0]}"`)[1] ?? '';
    const [, order = ''] = /data-order="([^"]*)"/.exec(section) ?? [];
    const all = { ...unchangedFields(page.text, target), action: 'to', order, ...fields };
    const { status, text } = await visitor.post(target, all, { Accept: 'application/json' });
    return { status, ...(text.startsWith('{') && JSON.parse(text)) };
  };
  const overview = () => visitor.get(path(''));
  const contacts = async () => (await read()).contacts.contact.map(({ type }) => type);
  beforeEach(() =>
    replace({ contacts: { contact: ['phone', 'skype', 'mobile', 'form'].map((type) => ({ type, value: '1' })) } }),
  );

  test('moves entries to any position, and the change can be undone', async () => {
    const { status, text, items, undo, order } = await moveTo(await overview(), 'contacts/4', { to: '2' });
    expect([status, text]).toEqual([200, 'Moved to position 2 of 4.']);
    expect(await contacts()).toEqual(['phone', 'form', 'skype', 'mobile']);
    expect(items).toMatch(/phone.*form.*skype.*mobile/is);
    const later = await moveTo({ text: items } as PageResponse, 'contacts/1', { to: '4', order });
    expect(later.status).toBe(200);
    expect(await contacts()).toEqual(['form', 'skype', 'mobile', 'phone']);
    // Contacts have no id, so the later move must be undone first.
    await visitor.submit({ text: undo } as PageResponse, undoPath());
    expect(await contacts()).toEqual(['form', 'skype', 'mobile', 'phone']);
    const undone = await visitor.submitAndFollow({ text: later.undo } as PageResponse, undoPath());
    expect(await contacts()).toEqual(['phone', 'form', 'skype', 'mobile']);
    await visitor.submit(undone, undoPath());
    expect(await contacts()).toEqual(['phone', 'skype', 'mobile', 'form']);
  });

  test('changes nothing if another request changed the entries, and shows the current ones', async () => {
    const page = await overview();
    const { contact } = (await read()).contacts;
    await replace({ contacts: { contact: contact.toReversed() } });
    const conflict = await moveTo(page, 'contacts/4', { to: '2' });
    expect(conflict).toMatchObject({ status: 409, text: expect.stringContaining('in the meantime'), undo: '' });
    expect(conflict.items).toMatch(/form.*mobile.*skype.*phone/is);
    expect(await contacts()).toEqual(['form', 'mobile', 'skype', 'phone']);
    const entry = `experiences/${(await experience())?.id}`;
    const before = await overview();
    await replace({ experiences: { experience: [{ ...(await experience()), title: 'Changed' }, { title: 'New' }] } });
    expect((await moveTo(before, entry, { to: '2' })).status).toBe(409);
    expect((await experience())?.title).toBe('Changed');
  });

  test('keeps changes of other parts, and repeats a move whose response was lost without a conflict', async () => {
    const page = await overview();
    fixture.beforeWrite(() => replace({ title: 'Changed elsewhere' }));
    for (let count = 0; count < 2; count++)
      expect((await moveTo(page, 'contacts/1', { to: '3' })).text).toBe('Moved to position 3 of 4.');
    expect(await contacts()).toEqual(['skype', 'mobile', 'phone', 'form']);
    expect((await read()).title).toBe('Changed elsewhere');
  });

  test('cannot move an entry out of the list, or without a position, or in the CV of another owner', async () => {
    const page = await overview();
    const order = await contacts();
    for (const fields of [{ to: '0' }, { to: '5' }, { to: '501' }, { to: '-1' }, { to: '' }, { action: 'up' }, {}])
      expect((await moveTo(page, 'contacts/1', fields as Record<string, string>)).status).toBe(400);
    expect(await contacts()).toEqual(order);
    const other = await fixture.newCv(await fixture.createOwner(), example);
    const fields = { ...unchangedFields(page.text, path('/contacts/1/arrange')), action: 'up' };
    expect((await visitor.post(`/account/cvs/${other}/edit/contacts/2/arrange`, fields)).status).toBe(404);
    expect((await fixture.read(other)).contacts.contact.map(({ type }) => type)).toEqual(['phone', 'skype']);
  });
});

describe('pictures', () => {
  /** Uploads a file in the form of a page. */
  async function upload(target: string, content: Uint8Array, page?: PageResponse): Promise<PageResponse> {
    const form = new FormData();
    const { csrf = '' } = unchangedFields((page ?? (await visitor.get(target))).text, target);
    form.append('csrf', csrf);
    form.append('file', new Blob([content as BlobPart], { type: 'image/png' }), 'picture.png');
    return visitor.post(target, form, { 'X-Forwarded-For': fixture.system.newAddress() });
  }

  test('a photo is shown, also in the preview of an unpublished CV, and removed', async () => {
    const photo = `/account/cvs/${cvId}/photo`;
    expect((await visitor.get(photo)).status).toBe(404);
    const { location } = await upload(path('/photo'), await plainPicture('png', 20, 20));
    expect(location).toMatch(/\/edit\/photo\?done=saved&revision=\d+$/);
    const { text } = await visitor.get(location ?? '');
    for (const shown of [`src="${photo}"`, 'Saved.']) expect(text).toContain(shown);
    expect((await visitor.get(photo)).headers.get('content-type')).toBe('image/jpeg');
    const preview = await visitor.get(`/account/cvs/${cvId}/preview`);
    expect(preview.text).toContain(`src="${photo}"`);
    expect(preview.text).toContain('Head baker');
    expect(preview.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect(preview.headers.get('cache-control')).toBe('no-store');
    const removed = await visitor.submitAndFollow(await visitor.get(path('/photo')), path('/photo/remove'));
    expect((await visitor.get(photo)).status).toBe(404);
    const undone = await visitor.submitAndFollow(removed, `/account/cvs/${cvId}/undo`);
    for (const shown of ['Undone.', `src="${photo}"`]) expect(undone.text).toContain(shown);
    expect((await visitor.get(photo)).headers.get('content-type')).toBe('image/jpeg');
  });

  test('of an entry come back if its removal is undone', async () => {
    const logo = `${await experiencePath()}/logo`;
    await upload(logo, await plainPicture('png', 20, 20));
    await replace({ portfolios: { portfolio: [{ title: 'Bread' }] } });
    const work = path(`/portfolios/${(await read()).portfolios.portfolio[0]?.id}`);
    await upload(`${work}/picture`, await plainPicture('png', 30, 30));
    const before = await read();
    for (const item of [await experiencePath(), work]) {
      const removed = await visitor.submitAndFollow(await visitor.get(path('')), `${item}/arrange`, {
        action: 'delete',
      });
      const undone = await visitor.submitAndFollow(removed, `/account/cvs/${cvId}/undo`);
      expect([removed.text, undone.text]).toEqual([
        expect.stringContaining('Removed.'),
        expect.stringContaining('Undone.'),
      ]);
      const { experiences, portfolios } = await read();
      expect({ experiences, portfolios }).toEqual({ experiences: before.experiences, portfolios: before.portfolios });
    }
    for (const address of [logo, `${work}/picture`])
      expect((await visitor.get(address)).text).toContain('alt="Current picture"');
  });

  test('of an entry come back if its removal is undone after other changes', async () => {
    const item = await experiencePath();
    await upload(`${item}/logo`, await plainPicture('png', 20, 20));
    const former = await experience();
    const removed = await visitor.submitAndFollow(await visitor.get(path('')), `${item}/arrange`, { action: 'delete' });
    await edit(path('/presentation'), { text: 'Changed' });
    expect((await visitor.submitAndFollow(removed, undoPath())).text).toContain('Undone.');
    expect(await experience()).toEqual({ ...former, id: expect.any(Number) });
    expect((await visitor.get(`${await experiencePath()}/logo`)).text).toContain('alt="Current picture"');
  });

  test('of an experience that were replaced come back if this is undone', async () => {
    const target = `${await experiencePath()}/logo`;
    await upload(target, await plainPicture('png', 20, 20));
    const first = (await experience())?.logo;
    const { location } = await upload(target, await plainPicture('png', 30, 30));
    const undone = await visitor.submitAndFollow(await visitor.get(location ?? ''), `/account/cvs/${cvId}/undo`);
    expect(undone.text).toContain('Undone.');
    expect(undone.text).not.toContain(`action="/account/cvs/${cvId}/undo"`);
    expect((await experience())?.logo).toBe(first);
  });

  const undo = () => `action="/account/cvs/${cvId}/undo"`;

  test.each(['photo', 'logo', 'picture'])('a %s that is uploaded or removed twice changes once', async (kind) => {
    await replace({ portfolios: { portfolio: [{ title: 'Bread' }] } });
    const work = path(`/portfolios/${(await read()).portfolios.portfolio[0]?.id}`);
    const places: Record<string, string> = { photo: path(''), logo: await experiencePath(), picture: work };
    const target = `${places[kind]}/${kind}`;
    const content = await plainPicture('png', 20, 20);
    const page = await visitor.get((await upload(target, content)).location ?? '');
    expect(page.text).toContain(undo());
    await edit(path('/presentation'), { text: 'Changed' });
    const uploaded = await visitor.get((await upload(target, content)).location ?? '');
    const [removed, again] = [
      await visitor.submitAndFollow(page, `${target}/remove`),
      await visitor.submitAndFollow(page, `${target}/remove`),
    ];
    expect([removed.text.includes('Removed.'), removed.text.includes(undo())]).toEqual([true, true]);
    for (const { text } of [uploaded, again])
      expect([text.includes('Nothing has changed.'), text.includes(undo())]).toEqual([true, false]);
    expect((await read()).presentation.text).toBe('Changed');
  });

  test('are not undone on a page that is shown again after a text was changed', async () => {
    const uploaded = (await upload(path('/photo'), await plainPicture('png', 20, 20))).location ?? '';
    expect((await visitor.get(uploaded)).text).toContain(undo());
    await edit(path('/presentation'), { text: 'Changed' });
    const removed = await visitor.submit(await visitor.get(uploaded), path('/photo/remove'));
    expect((await visitor.get(removed.location ?? '')).text).toContain(undo());
    await edit(path('/presentation'), { text: 'Changed again' });
    for (const [location, message] of [
      [uploaded, 'Saved.'],
      [removed.location ?? '', 'Removed.'],
    ] as const) {
      const { text } = await visitor.get(location);
      expect([text.includes(message), text.includes(undo())]).toEqual([true, false]);
    }
  });

  test('of the owner are not changed by “Undo” after a text was changed, and the page says so', async () => {
    const photo = await visitor.get((await upload(path('/photo'), await plainPicture('png', 20, 20))).location ?? '');
    await edit(path('/presentation'), { text: 'Changed' });
    const { status, text } = await visitor.submit(photo, undoPath());
    expect([status, text]).toEqual([409, expect.stringContaining('in the meantime')]);
    expect((await visitor.get(`/account/cvs/${cvId}/photo`)).status).toBe(200);
  });

  test('an experience has a logo', async () => {
    const target = `${await experiencePath()}/logo`;
    expect((await visitor.get(await experiencePath())).text).toContain(`href="${target}"`);
    expect((await upload(target, await plainPicture('png', 20, 20))).status).toBe(303);
    expect((await experience())?.logo).toMatch(/^\/pictures\//);
    await visitor.submit(await visitor.get(target), `${target}/remove`);
    expect((await experience())?.logo).toBeNull();
    expect((await visitor.get(path('/experiences/999999/logo'))).status).toBe(404);
  });

  test('a portfolio item has a picture, and its path is not a field of the form', async () => {
    await replace({ portfolios: { portfolio: [{ title: 'Bread', path: 'bread.pdf' }] } });
    const [bread] = (await read()).portfolios.portfolio;
    const item = path(`/portfolios/${bread?.id}`);
    const form = await visitor.get(item);
    expect(form.text).toContain('value="bread.pdf"');
    expect(form.text).toContain(`href="${item}/picture"`);
    const large = Buffer.concat([await plainPicture('png', 20, 20), Buffer.alloc(2_000_000)]);
    expect((await upload(`${item}/picture`, large)).status).toBe(303);
    const [shown] = (await read()).portfolios.portfolio;
    expect(shown?.path).toMatch(/^\/pictures\//);
    expect((await visitor.get(item)).text).not.toContain(shown?.path);
    for (const view of ['web', 'pages'])
      expect((await visitor.get(`/account/cvs/${cvId}/preview?view=${view}`)).text).toContain(`src="${shown?.path}"`);
    expect((await edit(item, { title: 'Rye bread' })).status).toBe(303);
    expect((await read()).portfolios.portfolio).toMatchObject([{ title: 'Rye bread', path: shown?.path }]);
    expect((await visitor.get(`/account/cvs/${cvId}/works/${bread?.id}`)).headers.get('content-type')).toBe(
      'image/png',
    );
    await visitor.submit(await visitor.get(`${item}/picture`), `${item}/picture/remove`);
    expect((await read()).portfolios.portfolio).toMatchObject([{ title: 'Rye bread', path: '' }]);
    expect((await visitor.get(path('/portfolios/999999/picture'))).status).toBe(404);
  });

  test.each(['photo', 'logo'])(
    'a %s that was removed is erased from earlier versions after a confirmation',
    async (kind) => {
      const target = kind === 'photo' ? path('/photo') : `${await experiencePath()}/logo`;
      const link = `href="${target}/erase"`;
      const picture = await plainPicture('png', 20, 20);
      expect((await visitor.get((await upload(target, picture)).location ?? '')).text).not.toContain(link);
      const removed = await visitor.submitAndFollow(await visitor.get(target), `${target}/remove`);
      expect(removed.text).toContain(link);
      const question = await visitor.get(`${target}/erase`);
      for (const shown of ['This cannot be undone.', `href="${target}"`]) expect(question.text).toContain(shown);
      const erased = await visitor.submitAndFollow(question, `${target}/erase`);
      expect(erased.text).toContain('Erased from earlier versions.');
      const files = fixture.resume.connection.collection('pictures.files');
      expect(await files.countDocuments({ 'metadata.cvId': cvId })).toBe(0);
      for (const absent of [link, undo()]) expect(erased.text).not.toContain(absent);
      expect((await visitor.submitAndFollow(question, `${target}/erase`)).text).toContain('Nothing has changed.');
    },
  );

  test('of a removed entry are erased on the page of the versions, and those of the CV stay', async () => {
    const versions = `/account/cvs/${cvId}/versions`;
    await upload(path('/photo'), await plainPicture('png', 30, 30));
    const item = await experiencePath();
    await upload(`${item}/logo`, await plainPicture('png', 20, 20));
    const link = `href="${versions}/erase"`;
    expect((await visitor.get(versions)).text).not.toContain(link);
    await visitor.submit(await visitor.get(path('')), `${item}/arrange`, { action: 'delete' });
    expect((await visitor.get(versions)).text).toContain(link);
    const question = await visitor.get(`${versions}/erase`);
    expect(question.text).toContain('This cannot be undone.');
    const erased = await visitor.submitAndFollow(question, `${versions}/erase`);
    expect([erased.text.includes('Erased from earlier versions.'), erased.text.includes(link)]).toEqual([true, false]);
    const files = fixture.resume.connection.collection('pictures.files');
    expect(await files.countDocuments({ 'metadata.cvId': cvId })).toBe(1);
  });

  test('are not read by the page that shows whether the CV has one', async () => {
    await upload(path('/photo'), await plainPicture('png', 30, 30));
    const caller = companyCaller(fixture.system.company.id, 'test');
    const ref = { id: cvId, withoutContent: true };
    const { content, size } = await fixture.resume.call.GetCvPicture(ref, { caller });
    expect([content.length, size > 0]).toEqual([0, true]);
    expect((await visitor.get(path('/photo'))).text).toContain('alt="Current picture"');
  });

  test.each([
    ['a HEIC picture', Buffer.from('....ftypheic...'), 422, 'not a JPEG, PNG or GIF'],
    ['a picture over 5 MB', Buffer.alloc(6_000_000), 422, 'too large'],
    ['a picture over 7 MB', Buffer.alloc(7_500_000), 413, 'too large'],
    ['a picture of 50 MB', Buffer.alloc(50_000_000), 413, 'too large'],
    [
      'a damaged picture',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]),
      422,
      'field-file-error',
    ],
    ['a picture of more than 25 million pixels', decompressionBomb(5_001, 5_000), 422, 'at most 25 million pixels'],
  ])('%s is rejected next to the field', async (_name, content, status, message) => {
    const response = await upload(path('/photo'), content);
    expect([response.status, response.text]).toEqual([status, expect.stringContaining(message)]);
  });

  test('pictures and previews of others are not found', async () => {
    const other = await fixture.newCv(await fixture.createOwner(), example);
    for (const address of ['photo', 'preview', 'edit/photo', 'logos/1'])
      expect((await visitor.get(`/account/cvs/${other}/${address}`)).status).toBe(404);
    const page = await visitor.get(path('/photo'));
    const form = { text: page.text.replaceAll(`/${cvId}/edit`, `/${other}/edit`) } as PageResponse;
    expect((await upload(`/account/cvs/${other}/edit/photo`, await plainPicture('png', 20, 20), form)).status).toBe(
      404,
    );
  });
});

describe('the design', () => {
  const designOf = async (variant: string) => {
    const caller = { companyId: owner.companyId, userId: owner.userId, applicationId: 0, requestId: 'test' };
    const { json } = await fixture.resume.call.GetCvDisplay({ id: cvId, variant }, { caller });
    return JSON.parse(json.toString('utf8'));
  };

  test('is applied to the page and the files, and only where it changes', async () => {
    await fixture.resume.call.SetCvDisplay(
      { id: cvId, variant: 'web', display: jsonBytes({ id: 'modern', color: '#111111' }), ifRevision: 0 },
      { caller: { companyId: owner.companyId, userId: 0, applicationId: 0, requestId: 'test' } },
    );
    const page = await visitor.get(path('/design'));
    const { age, ...fields } = unchangedFields(page.text, path('/design'));
    expect(age).toBe('1');
    expect((await visitor.post(path('/design'), { ...fields, color: '#ABCDEF' })).location).toBe(
      `${path('/design')}?done=saved`,
    );
    expect(await designOf('web')).toEqual({ id: 'modern', color: '#abcdef' });
    expect(await designOf('print')).toMatchObject({ color: '#abcdef', displayConfig: { age: false, skills: true } });
    await edit(path('/design'), { template: 'compact' });
    expect([(await designOf('web')).id, (await designOf('mobile')).id, (await designOf('print')).id]).toEqual(
      Array(3).fill('compact'),
    );
  });

  test('is not filled in with former values after “Back”', async () => {
    const { text } = await visitor.get(path('/design'));
    expect(text).toMatch(/<form [^<>]*action="[^"<>]*\/edit\/design" autocomplete="off"/);
  });

  test('of two windows has the changes of both, and fields that both changed are reported', async () => {
    const [first, second] = [await visitor.get(path('/design')), await visitor.get(path('/design'))];
    expect((await save(first, path('/design'), { template: 'modern', maxPages: '2' })).status).toBe(303);
    const { age: _unchecked, ...fields } = unchangedFields(second.text, path('/design'));
    expect((await visitor.post(path('/design'), { ...fields, color: '#123456' })).status).toBe(303);
    const design = async () => {
      const {
        template,
        color,
        maxPages,
        language,
        age = '',
      } = unchangedFields((await visitor.get(path('/design'))).text, path('/design'));
      return { template, color, maxPages, language, age };
    };
    const both = { template: 'modern', color: '#123456', maxPages: '2', language: '', age: '' };
    expect(await design()).toEqual(both);
    const conflict = await save(second, path('/design'), { template: 'compact', maxPages: '2', language: 'pl' });
    expect([conflict.status, conflict.text]).toEqual([409, expect.stringContaining('another window: Template. ')]);
    expect(conflict.text.match(/Currently saved: [^<]+/g)).toEqual([
      'Currently saved: Modern: a header with the accent color as background.',
    ]);
    expect(await design()).toEqual(both);
    expect((await save(conflict, path('/design'), {})).status).toBe(303);
    expect(await design()).toEqual({ ...both, template: 'compact', language: 'pl' });
    expect((await save(second, path('/design'), { loaded: '{}' })).status).toBe(400);
  });

  test('does not show personal data again that another window has hidden, if the form does not say what it showed', async () => {
    const fields = unchangedFields((await visitor.get(path('/design'))).text, path('/design'));
    const { age: _unchecked, ...hidden } = fields;
    expect((await visitor.post(path('/design'), hidden)).status).toBe(303);
    const { loaded: _unknown, ...earlier } = fields;
    const conflict = await visitor.post(path('/design'), { ...earlier, color: '#123456' });
    expect([conflict.status, conflict.text]).toEqual([409, expect.stringContaining('window: Accent color, Age. ')]);
    expect((await designOf('print')).displayConfig.age).toBe(false);
  });

  test('is saved by the script, which learns what another window changed', async () => {
    const page = await visitor.get(path('/design'));
    const { age: _unchecked, ...fields } = unchangedFields(page.text, path('/design'));
    const send = async (changes: Record<string, string>) => {
      const headers = { Accept: 'application/json' };
      const { status, text } = await visitor.post(path('/design'), { ...fields, ...changes }, headers);
      return { status, body: JSON.parse(text) };
    };
    await save(page, path('/design'), { template: 'modern', language: 'pl' });
    const saved = await send({ color: '#123456', skills: '1' });
    expect(saved).toMatchObject({ status: 200, body: { action: path('/design') } });
    const { loaded, adopted } = saved.body;
    expect(adopted.texts).toEqual({ template: 'modern', language: 'pl' });
    expect(JSON.parse(loaded)).toMatchObject({ template: 'classic', color: '#123456', switches: { age: false } });
    const stored = unchangedFields((await visitor.get(path('/design'))).text, path('/design'));
    expect(stored).toMatchObject({ template: 'modern', language: 'pl', color: '#123456' });
    expect(JSON.parse(stored.loaded ?? '')).toEqual(JSON.parse(adopted.loaded));
    expect(await send({ template: 'plain' })).toEqual({ status: 409, body: { problem: 'conflict', faults: [] } });
    // A draft of a page with a conflict, on which the owner did not decide.
    const draft = { ...stored, loaded: '' };
    expect((await send(draft)).body.adopted).toBeUndefined();
    expect(await send({ ...draft, maxPages: '2' })).toMatchObject({ status: 409, body: { problem: 'conflict' } });
    expect(await send({ ...stored, color: 'red' })).toEqual({
      ...{ status: 422, body: { problem: 'invalid', faults: ['Accent color: Enter a color such as #1a2b3c.'] } },
    });
    expect(await send({ ...stored, csrf: 'old' })).toEqual({ status: 403, body: { problem: 'expired', faults: [] } });
    expect(unchangedFields((await visitor.get(path('/design'))).text, path('/design'))).toEqual(stored);
  });

  test('has changes that can be undone, and keeps later changes of other fields', async () => {
    const undo = `${path('/design')}/undo`;
    const { age: _unchecked, ...fields } = unchangedFields((await visitor.get(path('/design'))).text, path('/design'));
    const changes = { ...fields, template: 'modern', maxPages: '2' };
    const design = async () => {
      const { template, maxPages, age, color } = unchangedFields(
        (await visitor.get(path('/design'))).text,
        path('/design'),
      );
      return [template, maxPages, age, color];
    };
    const [, , , color] = await design();
    const saved = await visitor.get((await visitor.post(path('/design'), changes)).location ?? '');
    expect(await design()).toEqual(['modern', '2', undefined, color]);
    await edit(path('/design'), { color: '#123456' });
    const undone = await visitor.submitAndFollow(saved, undo);
    expect([undone.text.includes('Undone.'), undone.text.includes(undo)]).toEqual([true, false]);
    expect(await design()).toEqual(['classic', '', '1', '#123456']);
    await visitor.submit(saved, undo);
    expect(await design()).toEqual(['classic', '', '1', '#123456']);
    const unchanged = await visitor.get((await edit(path('/design'), {})).location ?? '');
    expect([unchanged.text.includes('Saved.'), unchanged.text.includes(undo)]).toEqual([true, false]);
    const sent = await visitor.post(path('/design'), { ...fields, template: 'plain' }, { Accept: 'application/json' });
    const response = JSON.parse(sent.text);
    // The owner presses Save after the script has saved.
    expect((await visitor.get((await edit(path('/design'), {})).location ?? '')).text).toContain(undo);
    await edit(path('/design'), { template: 'compact' });
    const conflict = await visitor.submit({ text: response.undo } as PageResponse, undo);
    expect([conflict.status, (await design())[0]]).toEqual([409, 'compact']);
  });

  test('has a page limit, which can be removed', async () => {
    const limit = async () => unchangedFields((await visitor.get(path('/design'))).text, path('/design')).maxPages;
    expect(await limit()).toBe('');
    await edit(path('/design'), { maxPages: '2' });
    expect(await limit()).toBe('2');
    expect((await edit(path('/design'), { maxPages: '11' })).status).toBe(400);
    await edit(path('/design'), { maxPages: '' });
    expect(await limit()).toBe('');
  });

  test('has a language of headings, which can be detected again', async () => {
    const language = async () => unchangedFields((await visitor.get(path('/design'))).text, path('/design')).language;
    const preview = async () => (await visitor.get(`/account/cvs/${cvId}/preview?view=web`)).text;
    expect(await language()).toBe('');
    await edit(path('/design'), { language: 'pl' });
    expect(await language()).toBe('pl');
    expect(await preview()).toContain('<html lang="pl"');
    const fields = unchangedFields((await visitor.get(path('/design'))).text, path('/design'));
    const unsaved = await visitor.post(path('/design/preview?view=web'), { ...fields, language: 'ja' });
    expect(unsaved.text).toContain('<html lang="ja"');
    expect((await edit(path('/design'), { language: 'tlh' })).status).toBe(400);
    await edit(path('/design'), { language: '' });
    expect(await language()).toBe('');
    expect(await preview()).toContain('<html lang="en-US"');
  });

  test('shows the templates with pictures of at most 100 KB together', async () => {
    const { text } = await visitor.get(path('/design'));
    const pictures = [...text.matchAll(/<img src="(\/assets\/template-[^"]+\.webp)" alt="Example page"/g)];
    const responses = await Promise.all(pictures.map(([, src = '']) => fetch(new URL(src, fixture.gateway.url))));
    expect(responses.map(({ headers }) => headers.get('content-type'))).toEqual(displayIds.map(() => 'image/webp'));
    const sizes = await Promise.all(responses.map(async (response) => (await response.arrayBuffer()).byteLength));
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(100_000);
  });

  test('is rejected if it does not exist', async () => {
    expect((await edit(path('/design'), { color: 'red' })).text).toContain('id="field-color-error"');
    expect((await edit(path('/design'), { template: 'x' })).status).toBe(400);
  });
});

describe('sections that CV data does not have', () => {
  const sections = async () => {
    const caller = companyCaller(fixture.system.company.id, 'test');
    const { json } = await fixture.resume.call.GetCvResumeSections({ id: cvId }, { caller });
    return JSON.parse(json.toString('utf8')) as ResumeSections;
  };

  test('are added, changed, moved and removed like others, and the last change is undone', async () => {
    const added = await edit(path('/languages/new'), { language: 'German', fluency: 'B2' });
    expect(added.location).toMatch(savedAt('languages'));
    await edit(path('/languages/new'), { language: 'French', fluency: '' });
    expect((await edit(path('/languages/1'), { fluency: 'C1' })).status).toBe(303);
    const overview = await visitor.get(path(''));
    expect(overview.text).toContain('>German · C1<');
    expect((await visitor.get(`/account/cvs/${cvId}/preview?view=web`)).text).toContain('German');
    await visitor.submit(overview, path('/languages/2/arrange'), { action: 'up' });
    expect((await sections()).languages.map(({ language }) => language)).toEqual(['French', 'German']);
    const page = await visitor.get(path(''));
    const deleted = await visitor.submit(page, path('/languages/1/arrange'), { action: 'delete' });
    expect((await sections()).languages).toHaveLength(1);
    const done = await visitor.get(deleted.location ?? '');
    await visitor.submit(done, `/account/cvs/${cvId}/undo`);
    expect(await sections()).toMatchObject({
      languages: [
        { language: 'French', fluency: '' },
        { language: 'German', fluency: 'C1' },
      ],
    });
    expect((await read()).title).toBe('Baker');
  });

  test('have lists of texts, and dates without a day', async () => {
    const project = {
      name: 'Oven',
      startDate: '2020',
      endDate: '2019',
      url: 'ovens.example',
      highlights: 'Hot\r\n\r\n Big ',
    };
    const invalid = await edit(path('/projects/new'), project);
    expect([invalid.status, invalid.text.includes('The end must not be before the start.')]).toEqual([422, true]);
    await edit(path('/projects/new'), { ...project, endDate: '2020-02' });
    expect((await sections()).projects).toEqual([
      {
        ...{ name: 'Oven', entity: '', type: '', description: '', roles: [], keywords: [] },
        ...{ url: 'https://ovens.example', startDate: '2020', endDate: '2020-02', highlights: ['Hot', 'Big'] },
      },
    ]);
    expect((await edit(path('/certificates/new'), { issuer: '', date: 'May' })).text).toContain('such as 2024');
  });

  test('show both texts if another request changed the entry, and are listed in versions', async () => {
    await edit(path('/languages/new'), { language: 'German', fluency: 'B2' });
    const page = await visitor.get(path('/languages/1'));
    await edit(path('/languages/1'), { fluency: 'C1' });
    const conflict = await save(page, path('/languages/1'), { fluency: 'C2' });
    expect([conflict.status, conflict.text.includes('C1'), conflict.text.includes('C2')]).toEqual([409, true, true]);
    const versions = await visitor.get(`/account/cvs/${cvId}/versions`);
    const [, earlier = ''] = [...versions.text.matchAll(/href="([^"]*\/versions\/\d+)"/g)].map(([, link]) => link);
    expect((await visitor.get(earlier)).text).toContain('German');
  });
});

describe('the order of sections', () => {
  const headings = async () => {
    const { text } = await visitor.get(`/account/cvs/${cvId}/preview?view=web`);
    return Array.from(text.matchAll(/<h2[^>]*>([^<]+)/g), ([, heading]) => heading);
  };
  const shown = (page: PageResponse) => /data-order="([^"]*)"/.exec(page.text)?.[1];
  const move = (page: PageResponse, fields: Record<string, string>, headers?: Record<string, string>) =>
    visitor.post(path('/sections'), { ...hiddenFields(page.text, path('/sections')), ...fields }, headers);
  beforeEach(async () => replace({ skills: { skill: [{ title: 'Dough' }] } }));

  test('is changed without scripts, shown in previews and files, and reset to that of the template', async () => {
    expect((await visitor.get(path(''))).text).toContain(`href="${path('/sections')}"`);
    const page = await visitor.get(path('/sections'));
    expect([page.status, shown(page)]).toEqual([200, 'presentation,experiences,skills']);
    const moved = await move(page, { section: 'skills', action: 'up' });
    expect([moved.status, moved.location]).toEqual([303, `${path('/sections')}?done=moved`]);
    const changed = await visitor.get(moved.location ?? '');
    expect([changed.text.includes('Moved.'), shown(changed)]).toEqual([true, 'presentation,skills,experiences']);
    const order = ['Profile', 'Skills', 'Work experience'];
    expect(await headings()).toEqual(order);
    const design = unchangedFields((await visitor.get(path('/design'))).text, path('/design'));
    const unsaved = await visitor.post(path('/design/preview?view=pages'), { ...design, color: '#123456' });
    const places = order.map((heading) => unsaved.text.indexOf(`>${heading}<`));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
    await replace({ interests: { interest: [{ title: 'Rye' }] } });
    expect(shown(await visitor.get(path('/sections')))).toBe('presentation,skills,experiences,interests');
    expect((await visitor.submit(changed, path('/sections/reset'))).location).toBe(`${path('/sections')}?done=reset`);
    expect(await headings()).toEqual(['Profile', 'Work experience', 'Skills', 'Interests']);
  });

  test('is changed by the script, and a repeated request changes nothing', async () => {
    const page = await visitor.get(path('/sections'));
    for (const _attempt of [1, 2]) {
      const fields = { section: 'skills', action: 'to', to: '1' };
      const response = await move(page, fields, { Accept: 'application/json' });
      const { text, order, items } = JSON.parse(response.text);
      expect([response.status, text, order]).toEqual([
        200,
        'Moved to position 1 of 3.',
        'skills,presentation,experiences',
      ]);
      expect(items).toContain('Move down: Skills');
    }
    expect(await headings()).toEqual(['Skills', 'Profile', 'Work experience']);
  });

  test('is not changed by a form that shows another order, or by an invalid one', async () => {
    const page = await visitor.get(path('/sections'));
    await move(page, { section: 'skills', action: 'up' });
    const stale = await move(page, { section: 'experiences', action: 'up' });
    expect([stale.status, shown(stale)]).toEqual([409, 'presentation,skills,experiences']);
    expect(stale.text).toContain('The order was changed in the meantime');
    const current = await visitor.get(path('/sections'));
    for (const fields of [
      { section: 'presentation', action: 'up' },
      { section: 'experiences', action: 'down' },
      { section: 'references', action: 'up' },
      { section: 'hobbies', action: 'up' },
      { section: 'skills', action: 'to' },
      { section: 'skills', action: 'to', to: '4' },
      { section: 'skills', action: 'up', order: 'skills,skills' },
    ])
      expect((await move(current, fields)).status).toBe(400);
    expect(await headings()).toEqual(['Profile', 'Skills', 'Work experience']);
  });

  test('is separate for the columns of a template, and of another owner not found', async () => {
    await edit(path('/design'), { template: 'sidebar' });
    const page = await visitor.get(path('/sections'));
    const lists = Array.from(page.text.matchAll(/data-order="([^"]*)"/g), ([, list]) => list);
    expect(lists).toEqual(['skills', 'presentation,experiences']);
    for (const text of ['Side column', 'Main column']) expect(page.text).toContain(text);
    const other = await fixture.newCv(await fixture.createOwner(), example);
    const address = `/account/cvs/${other}/edit/sections`;
    const { csrf = '' } = hiddenFields(page.text, path('/sections'));
    const fields = { csrf, section: 'experiences', order: 'presentation,experiences', action: 'up' };
    expect((await visitor.get(address)).status).toBe(404);
    expect((await visitor.post(address, fields)).status).toBe(404);
    expect((await visitor.post(`${address}/reset`, { csrf })).status).toBe(404);
  });
});
