import { unchangedFields } from '@vitae/test/support/gateway/form-fields';
import {
  type OwnerCvsFixture,
  type OwnerWithCvs,
  startOwnerCvsFixture,
} from '@vitae/test/support/gateway/owner-cvs-fixture';
import type { PageResponse, WebVisitor } from '@vitae/test/support/gateway/web-visitor';
import { colorsOfQuarters, plainPicture, quarteredPhoto } from '@vitae/test/support/resume/picture-fixtures';

let fixture: OwnerCvsFixture;
let owner: OwnerWithCvs;
let visitor: WebVisitor;
let cvId: number;

beforeAll(async () => {
  fixture = await startOwnerCvsFixture(process.env);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  ({ owner, cvId } = await fixture.createOwnerWithCv({ experiences: { experience: [{ title: 'Baker' }] } }));
  visitor = await fixture.signIn(owner);
});

const path = (part = '/photo') => `/account/cvs/${cvId}/edit${part}`;
const isSaved = { status: 303, location: expect.stringMatching(/\/photo\?done=saved&revision=\d+$/) };
const isFileRequired = ({ text }: PageResponse) => /<input type="file"[^>]* required/.test(text);

type Submission = { page?: PageResponse; content?: Uint8Array; target?: string };

/** Submits the form of a picture, with a file if there is one. */
async function submit(
  changes: Record<string, string>,
  { content, target = path(), page }: Submission = {},
): Promise<PageResponse> {
  const form = new FormData();
  const { file: _none, ...fields } = unchangedFields((page ?? (await visitor.get(target))).text, target);
  for (const [name, value] of Object.entries({ ...fields, ...changes })) form.append(name, value);
  form.append('file', new Blob([(content ?? '') as BlobPart]), content ? 'picture.jpg' : '');
  return visitor.post(target, form, { 'X-Forwarded-For': fixture.system.newAddress() });
}

async function stored(): Promise<Buffer> {
  const caller = { companyId: owner.companyId, userId: owner.userId, applicationId: 0, requestId: 'test' };
  return (await fixture.resume.call.GetCvPicture({ id: cvId }, { caller })).content;
}
const colors = async () => colorsOfQuarters(await stored());

test('a photo is rotated or cropped when it is uploaded', async () => {
  const content = await quarteredPhoto(800, 400);
  expect(await submit({}, { content })).toMatchObject(isSaved);
  expect(await colors()).toEqual(['red', 'green', 'blue', 'white']);
  expect(await submit({ rotate: '270' }, { content })).toMatchObject(isSaved);
  expect(await colors()).toEqual(['green', 'white', 'red', 'blue']);
  expect(await submit({ zoom: '100', across: 'left' }, { content })).toMatchObject(isSaved);
  expect(await colors()).toEqual(['red', 'red', 'blue', 'blue']);
});

test('the stored photo is rotated and cropped without a file', async () => {
  await submit({}, { content: await quarteredPhoto(800, 400) });
  expect(isFileRequired(await visitor.get(path()))).toBe(false);
  expect(await submit({ rotate: '90' })).toMatchObject(isSaved);
  expect(await colors()).toEqual(['blue', 'red', 'white', 'green']);
  expect(await submit({ zoom: '200', across: 'right', down: 'top' })).toMatchObject(isSaved);
  expect(await colors()).toEqual(Array(4).fill('red'));
});

test('the stored photo is not encoded again if nothing is chosen', async () => {
  await submit({}, { content: await quarteredPhoto(800, 400) });
  const before = await stored();
  for (const choice of [{}, { across: 'left', down: 'top' }]) {
    const { location } = await submit(choice);
    expect(location).toBe(`${path()}?done=unchanged`);
    const { text } = await visitor.get(location ?? '');
    expect(text).toContain('Nothing has changed.');
    expect(text).not.toContain('/undo"');
  }
  expect(await stored()).toEqual(before);
});

test('the stored photo is rotated once if the form is submitted twice, and the second choice stays in the form', async () => {
  await submit({}, { content: await quarteredPhoto(800, 400) });
  const page = await visitor.get(path());
  await submit({ rotate: '90' }, { page });
  const repeated = await submit({ rotate: '90', across: 'left' }, { page });
  expect([repeated.status, repeated.text]).toEqual([422, expect.stringContaining('changed in the meantime')]);
  expect(unchangedFields(repeated.text, path())).toMatchObject({ rotate: '90', across: 'left' });
  expect(await colors()).toEqual(['blue', 'red', 'white', 'green']);
});

test('without a file and a stored photo, the form asks for a file', async () => {
  expect(isFileRequired(await visitor.get(path()))).toBe(true);
  const { status, text } = await submit({ rotate: '90' });
  expect([status, text]).toEqual([422, expect.stringContaining('Choose a picture.')]);
  await submit({}, { content: await quarteredPhoto(40, 20) });
  const page = await visitor.get(path());
  await visitor.submit(page, path('/photo/remove'));
  const removed = await submit({ rotate: '90' }, { page });
  expect([removed.status, isFileRequired(removed)]).toEqual([422, true]);
});

test.each([{ rotate: '45' }, { zoom: '99' }, { across: 'top' }, { down: 'left' }, { revision: '0' }, { crop: '1' }])(
  'the invalid field %j changes no photo',
  async (field) => {
    const content = await quarteredPhoto(40, 20);
    await submit({}, { content });
    const before = await stored();
    expect((await submit(field as Record<string, string>)).status).toBe(400);
    expect((await submit(field as Record<string, string>, { content })).status).toBe(400);
    expect(await stored()).toEqual(before);
  },
);

test('a logo is neither rotated nor cropped', async () => {
  const [experience] = (await fixture.read(cvId)).experiences.experience;
  const target = path(`/experiences/${experience?.id}/logo`);
  const page = await visitor.get(target);
  expect(page.text).not.toContain('name="rotate"');
  const content = await plainPicture('png', 20, 20);
  expect((await submit({ rotate: '90' }, { page, content, target })).status).toBe(400);
});
