import { maxItems } from '@vitae/proto/cv-items';
import { maxSectionItems } from '@vitae/proto/export-source';
import { expectWithinBudget } from '@vitae/test/support/event-loop';
import { submitChanged, unchangedFields } from '@vitae/test/support/gateway/form-fields';
import {
  type OwnerCvsFixture,
  type OwnerWithCvs,
  startOwnerCvsFixture,
} from '@vitae/test/support/gateway/owner-cvs-fixture';
import type { PageResponse, WebVisitor } from '@vitae/test/support/gateway/web-visitor';
import { jsonBytes } from '@vitae/test/support/resume/resume-fixture';

// Whatever keeps a form from being saved, the response contains what the owner typed.

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
  ({ owner, cvId } = await fixture.createOwnerWithCv({
    title: 'Baker',
    presentation: { title: 'Head baker', text: 'I bake.' },
  }));
  visitor = await fixture.signIn(owner);
});

const path = (part: string) => `/account/cvs/${cvId}/edit${part}`;
const presentation = async () => (await fixture.read(cvId)).presentation;

const save = (page: PageResponse, action: string, changes: Record<string, string>) =>
  submitChanged(visitor, page, action, changes);

async function edit(action: string, changes: Record<string, string>): Promise<PageResponse> {
  return save(await visitor.get(action), action, changes);
}

const caller = () => ({ companyId: owner.companyId, userId: owner.userId, applicationId: 0, requestId: 'test' });

test('a text of 1 MB in a title is shown again with its limit, and the other fields are kept', async () => {
  const title = 'Bäcker '.repeat(150_000);
  const response = await edit(path('/presentation'), { title, text: 'Typed with care.' });
  expect([response.status, response.text]).toEqual([422, expect.stringContaining('Enter at most 255 characters.')]);
  expect(unchangedFields(response.text, path('/presentation'))).toMatchObject({ title, text: 'Typed with care.' });
  expect(await presentation()).toEqual({ title: 'Head baker', text: 'I bake.' });
  expect((await save(response, path('/presentation'), { title: 'Short' })).status).toBe(303);
  expect(await presentation()).toEqual({ title: 'Short', text: 'Typed with care.' });
});

test('after a form larger than 7 MB, the page shows the saved text and says what the owner can do', async () => {
  const response = await edit(path('/presentation'), { text: 'x'.repeat(7_500_000) });
  expect([response.status, response.text]).toEqual([413, expect.stringContaining('Your text has not been saved')]);
  expect(unchangedFields(response.text, path('/presentation'))).toMatchObject({ text: 'I bake.' });
  expect((await save(response, path('/presentation'), { text: 'I bake more.' })).status).toBe(303);
  const fields = { ...unchangedFields(response.text, path('/presentation')), text: 'x'.repeat(7_500_000) };
  const toScript = await visitor.post(path('/presentation'), fields, { Accept: 'application/json' });
  expect([toScript.status, JSON.parse(toScript.text)]).toEqual([413, { problem: 'tooLarge', faults: [] }]);
});

test('an entry with which the CV would be larger than 1 MB is shown again', async () => {
  const description = 'x'.repeat(19_000);
  const experience = Array.from({ length: 54 }, (_, index) => ({ title: `Job ${index}`, description }));
  await fixture.replace(cvId, { experiences: { experience } });
  const response = await edit(path('/educations/new'), { degree: 'Diploma', description });
  expect([response.status, response.text]).toEqual([413, expect.stringContaining('would be larger than 1 MB')]);
  expect(unchangedFields(response.text, path('/educations/new'))).toMatchObject({ degree: 'Diploma', description });
});

test.each<[section: string, max: number, typed: Record<string, string>]>([
  ['contacts', maxItems, { type: 'phone', value: 'The next number' }],
  ['languages', maxSectionItems, { language: 'The next language', fluency: 'Fluent' }],
])('an entry for which the section of %s has no place is shown again', async (section, max, typed) => {
  const contact = Array.from({ length: maxItems }, (_, index) => ({ type: 'phone', value: String(index) }));
  const languages = Array.from({ length: maxSectionItems }, (_, index) => ({ language: `L${index}`, fluency: '' }));
  const sections = { ...emptySections, languages };
  await fixture.resume.call.ReplaceCv(
    {
      id: cvId,
      content: jsonBytes({ ...(await fixture.read(cvId)), contacts: { contact } }),
      resumeSections: jsonBytes(sections),
      ifRevision: 0,
    },
    { caller: caller() },
  );
  const response = await edit(path(`/${section}/new`), typed);
  expect([response.status, response.text]).toEqual([409, expect.stringContaining(`at most ${max} entries`)]);
  expect(unchangedFields(response.text, path(`/${section}/new`))).toMatchObject(typed);
});

const emptySections = {
  languages: [],
  projects: [],
  certificates: [],
  publications: [],
  awards: [],
  volunteer: [],
  references: [],
};

test('text is shown again if another part of the CV, which an earlier version stored, is invalid', async () => {
  const cvs = fixture.resume.connection.collection<{ _id: number }>('cvs');
  const { modifiedCount } = await cvs.updateOne(
    { _id: cvId },
    { $set: { mark: 'another version', 'content.userInformation.birthdate': '1988' } },
  );
  expect(modifiedCount).toBe(1);
  const response = await edit(path('/presentation'), { text: 'Typed with care.' });
  expect([response.status, response.text]).toEqual([422, expect.stringContaining('userInformation.birthdate')]);
  expect(unchangedFields(response.text, path('/presentation'))).toMatchObject({ text: 'Typed with care.' });
});

test('a list with too many lines is shown again', async () => {
  const highlights = Array.from({ length: 201 }, (_, index) => `Line ${index}`).join('\r\n');
  const response = await edit(path('/projects/new'), { name: 'Oven', highlights });
  expect([response.status, response.text]).toEqual([422, expect.stringContaining('Enter at most 200 lines.')]);
  expect(unchangedFields(response.text, path('/projects/new'))).toMatchObject({ name: 'Oven', highlights });
});

test('a form of 7 MB does not block other requests', async () => {
  const page = await visitor.get(path('/presentation'));
  const fields = { ...unchangedFields(page.text, path('/presentation')), title: 'ä b%'.repeat(600_000) };
  const body = Buffer.from(new URLSearchParams(fields).toString());
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    Cookie: Array.from(visitor.cookies, ([name, value]) => `${name}=${value}`).join('; '),
  };
  const submit = async () => {
    const response = await fetch(fixture.gateway.url + path('/presentation'), { method: 'POST', headers, body });
    await response.arrayBuffer();
    expect(response.status).toBe(422);
  };
  await expectWithinBudget([['the form', submit]]);
});
