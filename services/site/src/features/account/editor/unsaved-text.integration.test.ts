import { companyCaller } from '@vitae/kit/caller';
import { maxItems } from '@vitae/proto/cv-items';
import { maxSectionItems } from '@vitae/proto/export-source';
import { expectWithinBudget } from '@vitae/test/support/event-loop';
import { submitChanged, unchangedFields } from '@vitae/test/support/gateway/form-fields';
import {
  type OwnerCvsFixture,
  type OwnerWithCvs,
  startOwnerCvsFixture,
} from '@vitae/test/support/gateway/owner-cvs-fixture';
import {
  createWebVisitor,
  newAddress,
  type PageResponse,
  type WebVisitor,
} from '@vitae/test/support/gateway/web-visitor';
import { jsonBytes } from '@vitae/test/support/resume/resume-fixture';
import { type SectionName, sectionOf, sections } from './sections.ts';

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

/** Submits a form after the session of its owner has ended. */
async function submitLate(page: PageResponse, action: string, changes: Record<string, string>): Promise<PageResponse> {
  await fixture.gateway.sessions.endAll(owner.userId);
  return save(page, action, changes);
}

const signInAs = ({ username, password }: OwnerWithCvs, page: PageResponse) =>
  visitor.submit(page, '/account/sign-in', { login: username, password });

const ofOurSite = () => ({ Origin: fixture.gateway.url });

/** The forms with texts outside the editor: the page, the address of the form relative to that of the CV, and a text. */
const forms: [page: string, action: string, typed: Record<string, string>][] = [
  ['/account', '/rename', { title: 'Typed with "care"' }],
  ['/share', '/share/links', { name: 'Typed with "care"', days: '90' }],
  ['/share', '/share/address', { slug: 'Typed with "care"' }],
  ['/share', '/share/user-address', { userSlug: 'Typed with "care"' }],
];
const atCv = (page: string) => (page === '/account' ? page : `/account/cvs/${cvId}${page}`);

const HOUR_MS = 3_600_000;

describe('a form that is submitted after the session ended', () => {
  beforeEach(async () => {
    // The address of the main CV cannot be changed.
    const other = await fixture.newCv(owner, { title: 'Main' });
    await fixture.cvs.makeMain(owner, other, 'test');
  });

  test.each([
    ...forms,
    ['/edit/design', '/edit/design', { color: '#123456' }],
    ['/account/cvs/new', '/account/cvs/start', { title: 'Typed with "care"', summary: 'Line\r\nLine' }],
  ] as typeof forms)('on %s is shown again after the sign-in, then saved: %s', async (page, action, typed) => {
    const [at, target] = action.startsWith('/account') ? [page, action] : [atCv(page), atCv(action)];
    const signInPage = await submitLate(await visitor.get(at), target, typed);
    expect([signInPage.status, signInPage.text]).toEqual([
      403,
      expect.stringContaining('your changes are not saved yet'),
    ]);
    const shown = await signInAs(owner, signInPage);
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('Your changes are still here')]);
    expect(unchangedFields(shown.text, target)).toMatchObject(typed);
    expect((await save(shown, target, {})).status).toBe(303);
  });

  test('with an unchecked box is shown again without it', async () => {
    const target = atCv('/share/preview');
    const { photo, ...unchecked } = unchangedFields((await visitor.get(atCv('/share'))).text, target);
    expect(photo).toBe('1');
    await fixture.gateway.sessions.endAll(owner.userId);
    const shown = await signInAs(owner, await visitor.post(target, unchecked, ofOurSite()));
    const boxes = ({ name, photo: shownPhoto }: Record<string, string>) => ({ name, photo: shownPhoto });
    expect(boxes(unchangedFields(shown.text, target))).toEqual({ name: '1', photo: undefined });
  });

  test.each([
    ['/edit/presentation', '/edit/presentation', '/edit/presentation'],
    ['/share', '/share/links', '/share'],
    ['/account', '/rename', '/account'],
  ])('on %s that expired with the session cookie leads back to its page: %s', async (page, action, expected) => {
    const signInPage = await submitLate(await visitor.get(atCv(page)), atCv(action), {});
    const fields = unchangedFields(signInPage.text, '/account/sign-in');
    const other = await fixture.createOwner();
    fixture.system.clock.forward(3 * HOUR_MS);
    const locations: unknown[] = [];
    for (const one of [owner, other]) {
      visitor.cookies.clear();
      const expired = await visitor.post('/account/sign-in', fields, ofOurSite());
      expect([expired.status, expired.text]).toEqual([403, expect.stringContaining('This form has expired.')]);
      const wrong = await signInAs({ ...one, password: 'wrong' }, expired);
      locations.push((await signInAs(one, wrong)).location);
    }
    fixture.system.clock.forward(-3 * HOUR_MS);
    expect(locations).toEqual([atCv(expected), '/account']);
  });

  test('is not shown to another owner who signs in', async () => {
    const target = atCv('/share/links');
    const other = await fixture.createOwner();
    const late = await submitLate(await visitor.get(atCv('/share')), target, { name: 'Only mine' });
    const shown = await signInAs(other, late);
    expect([shown.status, shown.location]).toEqual([303, '/account']);
  });

  test('in a tab that is still open after another owner signed in is repeated, and not saved for that owner', async () => {
    const target = atCv('/edit/presentation');
    const form = await visitor.get(target);
    await fixture.gateway.sessions.endAll(owner.userId);
    const other = await fixture.createOwner();
    await signInAs(other, await visitor.get('/account'));
    const fields = { ...unchangedFields(form.text, target), text: 'Only mine' };
    const foreign = await visitor.post(target, fields, { Origin: 'https://other.example' });
    expect([foreign.status, foreign.text]).toEqual([403, expect.not.stringContaining('Only mine')]);

    const shown = await visitor.post(target, fields, ofOurSite());
    expect([shown.status, shown.text]).toEqual([
      403,
      expect.stringMatching(/<dt>About you<\/dt><dd[^>]*>Only mine<\/dd>/),
    ]);
    const notice = `You are signed in as ${other.username} now. This form belongs to another account`;
    expect(shown.text).toContain(notice);
    const wrong = await signInAs({ ...owner, password: 'wrong' }, shown);
    expect([wrong.status, wrong.text]).toEqual([403, expect.stringContaining(notice)]);
    expect((await visitor.get('/account/profile')).text).toContain(other.username);
    expect(await presentation()).toEqual({ title: 'Head baker', text: 'I bake.' });

    const again = await signInAs(owner, wrong);
    expect([again.status, unchangedFields(again.text, target)]).toMatchObject([200, { text: 'Only mine' }]);
  });

  test.each([
    ['/share', '/share/links', { name: 'Typed' }],
    ['/edit/presentation', '/edit/presentation', { text: 'Typed' }],
  ] as typeof forms)(
    'on %s is shown again if the owner has signed in again, but not for another site: %s',
    async (page, action, typed) => {
      const form = await visitor.get(atCv(page));
      await fixture.gateway.sessions.endAll(owner.userId);
      await signInAs(owner, await visitor.get('/account'));
      const fields = { ...unchangedFields(form.text, atCv(action)), ...typed };
      const shown = await visitor.post(atCv(action), fields, ofOurSite());
      expect([shown.status, shown.text]).toEqual([403, expect.stringContaining('Your changes are still here')]);
      const current = unchangedFields(shown.text, atCv(action));
      expect(current).toMatchObject(typed);
      // A link to another language would lose the text.
      expect(shown.text).not.toContain('hreflang');
      for (const [foreign, Origin] of [
        [fields, 'https://other.example'],
        [fields, 'null'],
        [current, 'https://other.example'],
      ] as const) {
        const response = await visitor.post(atCv(action), foreign, { Origin });
        expect([response.status, response.text]).toEqual([403, expect.not.stringContaining('Typed')]);
      }
    },
  );
});

test('the sign-in page shows the text that it keeps, but not that of another site', async () => {
  const form = await visitor.get(path('/presentation'));
  await fixture.gateway.sessions.endAll(owner.userId);
  const page = await save(form, path('/presentation'), { text: 'Typed with care' });
  expect([page.status, page.text]).toEqual([403, expect.stringContaining('name="password"')]);
  expect(page.text).toMatch(/<dt>About you<\/dt><dd[^>]*>Typed with care<\/dd>/);
  const fields = { ...unchangedFields(form.text, path('/presentation')), text: 'Typed with care' };
  const foreign = await visitor.post(path('/presentation'), fields, { Origin: 'https://other.example' });
  expect(foreign.text).not.toContain('Typed with care');
});

test('strangers do not learn from a form whether an account exists', async () => {
  const stranger = createWebVisitor(fixture.gateway.url, newAddress());
  const responses = await Promise.all(
    [owner.userId, owner.userId + 1_000_000].map(async (id) => {
      const { status, text } = await stranger.post(path('/presentation'), { owner: String(id), text: 'x' });
      return [status, text.includes('name="password"')];
    }),
  );
  expect(responses).toEqual([
    [403, true],
    [403, true],
  ]);
});

describe('a form of a CV that was deleted in the meantime', () => {
  const removeCv = async () => {
    await fixture.cvs.delete(owner, cvId, (await fixture.cvs.read(owner, cvId, 'test')).revision, 'test');
  };

  test.each([
    ['/account', '/rename', { title: 'Typed with "care"' }],
    ['/edit/presentation', '/edit/presentation', { title: 'Typed with "care"', text: 'Line\r\nLine' }],
    ['/edit/contacts/new', '/edit/contacts/new', { type: 'phone', value: 'Typed with "care"' }],
  ] as typeof forms)('on %s can be saved after the CV was restored: %s', async (page, action, typed) => {
    const form = await visitor.get(atCv(page));
    await removeCv();
    const gone = await save(form, atCv(action), typed);
    expect([gone.status, gone.text]).toEqual([404, expect.stringContaining('This CV was deleted')]);
    expect(gone.text).toMatch(/<dd[^>]*>Typed with &quot;care&quot;<\/dd>/);
    expect(gone.text).toContain('Can be restored until');
    expect(gone.text).not.toContain('hreflang');
    const shown = await visitor.submit(gone, atCv('/restore'));
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('Your changes are still here')]);
    expect((await save(shown, atCv(action), {})).status).toBe(303);
    expect(unchangedFields(shown.text, atCv(action))).toMatchObject(typed);
  });

  test('shows a title that is too long', async () => {
    const form = await visitor.get('/account');
    await removeCv();
    const title = 'Typed with care '.repeat(30);
    const gone = await save(form, atCv('/rename'), { title });
    expect([gone.status, gone.text]).toEqual([404, expect.stringContaining(title)]);
  });

  test('can be saved if the CV was restored in another window', async () => {
    const form = await visitor.get(path('/presentation'));
    await removeCv();
    const gone = await save(form, path('/presentation'), { text: 'Typed with care' });
    await fixture.cvs.restoreDeleted(owner, cvId, 'test');
    const shown = await visitor.submit(gone, atCv('/restore'));
    expect(unchangedFields(shown.text, path('/presentation'))).toMatchObject({ text: 'Typed with care' });
  });

  test('can be saved if the session ended before the CV was restored', async () => {
    const form = await visitor.get(path('/presentation'));
    await removeCv();
    const gone = await save(form, path('/presentation'), { text: 'Typed with care' });
    await fixture.gateway.sessions.endAll(owner.userId);
    const signInPage = await visitor.submit(gone, atCv('/restore'));
    expect(signInPage.status).toBe(403);
    const again = await signInAs(owner, signInPage);
    expect(again.text).toMatch(/<dd[^>]*>Typed with care<\/dd>/);
    const shown = await visitor.submit(again, atCv('/restore'));
    expect(unchangedFields(shown.text, path('/presentation'))).toMatchObject({ text: 'Typed with care' });
  });

  test('shows its text if the CV can no longer be restored', async () => {
    const form = await visitor.get(path('/presentation'));
    await removeCv();
    const first = await save(form, path('/presentation'), { text: 'Typed with care' });
    await fixture.resume.connection.collection<{ _id: number }>('deleted_cvs').deleteOne({ _id: cvId });
    const second = await save(form, path('/presentation'), { text: 'Typed with care' });
    for (const gone of [await visitor.submit(first, atCv('/restore')), second]) {
      expect([gone.status, gone.text]).toEqual([404, expect.stringContaining('can no longer be restored')]);
      expect(gone.text).toMatch(/<dt>About you<\/dt><dd[^>]*>Typed with care<\/dd>/);
    }
  });

  test('that is larger than 1 MB is not repeated, and the page says how to send it again', async () => {
    const form = await visitor.get(path('/presentation'));
    await removeCv();
    const fields = { ...unchangedFields(form.text, path('/presentation')), text: 'x'.repeat(1_100_000) };
    const gone = await visitor.post(path('/presentation'), fields);
    expect([gone.status, gone.text]).toEqual([404, expect.stringContaining('too long to be kept on this page')]);
    expect(gone.text).not.toContain(`action="${atCv('/restore')}"`);
    await fixture.resume.connection.collection<{ _id: number }>('deleted_cvs').deleteOne({ _id: cvId });
    const final = await visitor.post(path('/presentation'), fields);
    expect([final.status, final.text]).toEqual([404, expect.stringContaining('Go back in your browser to copy it.')]);
  });

  test('is not repeated for another site', async () => {
    const form = await visitor.get(path('/presentation'));
    const fields = { ...unchangedFields(form.text, path('/presentation')), text: 'Typed with care' };
    await removeCv();
    const foreign = await visitor.post(path('/presentation'), fields, { Origin: 'https://other.example' });
    expect(foreign.text).not.toContain('Typed with care');
  });
});

describe('every form in which owners type', () => {
  type TypedForm = { page: string; action: string; typed: Record<string, string> };
  const DELETED = 'your account was deleted in the meantime';
  /** Fields whose values the page checks before it reads the account. */
  const valid: Record<string, string> = { since: '2019-03', year: '2020' };

  /** The pages of the account on which there may be such a form. */
  const pages = (): string[] =>
    fixture.gateway.pages
      .flatMap((route) => {
        if (!route.includes(':section')) return [route];
        if (route.endsWith('/:item')) return [];
        return (Object.keys(sections) as SectionName[]).map((name) =>
          route.replace(':section', sectionOf(name).list ? `${name}/new` : name),
        );
      })
      .map((route) => route.replace(':id', String(cvId)))
      .filter((route) => route.startsWith('/account') && !route.includes(':') && route !== '/account/forgotten');

  const findForms = async (): Promise<TypedForm[]> => {
    const forms = new Map<string, TypedForm>();
    for (const page of pages()) {
      const { text } = await visitor.get(page);
      for (const [, action = '', content = ''] of text.matchAll(
        /<form method="post" action="([^"]+)"(.*?)<\/form>/gs,
      )) {
        const controls = content.match(/<(?:input type="text"|textarea)[^>]*>/g) ?? [];
        const names = controls
          .filter((one) => !one.includes('readonly'))
          .map((one) => / name="([^"]+)"/.exec(one)?.[1] ?? '');
        const typed = Object.fromEntries(names.map((name) => [name, valid[name] ?? `Typed with "care" ${name}`]));
        if (names.length > 0) forms.set(action, { page, action, typed });
      }
    }
    return [...forms.values()];
  };

  const expectRepeated = ({ text }: PageResponse, { action, typed }: TypedForm) => {
    const repeated = Array.from(text.matchAll(/<dd[^>]*>([^<]*)<\/dd>/g), ([, one = '']) => one);
    const expected = Object.values(typed).map((one) => one.replaceAll('"', '&quot;'));
    expect([action, repeated.toSorted()]).toEqual([action, expected.toSorted()]);
  };

  const deleteAccount = () => fixture.resume.call.DeleteUser({ id: String(owner.userId) }, { caller: byCompany() });
  const byCompany = () => companyCaller(fixture.system.company.id, 'test');

  test('repeats its text if the session has ended or the account was deleted', async () => {
    const forms = await findForms();
    expect(forms.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        ...['/rename', '/share/links', '/edit/presentation', '/edit/skills/new'].map((action) => atCv(action)),
        ...['/account/cvs/start', '/account/preferences', '/account/profile/details', '/account/profile/email'],
      ]),
    );
    const late = await fixture.signIn(owner);
    const latePages: PageResponse[] = [];
    for (const { page } of forms) latePages.push(await late.get(page));
    await fixture.gateway.sessions.endAll(owner.userId);
    for (const [index, form] of forms.entries()) {
      const page = latePages[index] as PageResponse;
      const signInPage = await submitChanged(late, page, form.action, form.typed);
      expect([form.action, signInPage.status]).toEqual([form.action, 403]);
      expectRepeated(signInPage, form);
    }
    const opened = [];
    for (const form of forms) {
      const browser = await fixture.signIn(owner);
      opened.push({ form, browser, page: await browser.get(form.page) });
    }
    await deleteAccount();
    for (const { form, browser, page } of opened) {
      const gone = await submitChanged(browser, page, form.action, form.typed);
      expect([form.action, gone.status, gone.text]).toEqual([form.action, 404, expect.stringContaining(DELETED)]);
      expectRepeated(gone, form);
    }
  });

  test.each([
    ['/account', '/rename', 'title'],
    ['/edit/presentation', '/edit/presentation', 'text'],
    ['/account/profile', '/account/profile/details', 'lastname'],
    ['/account/preferences', '/account/preferences', 'place-0-city'],
  ])('says that a text of more than 1 MB is not repeated: %s, %s', async (page, action, name) => {
    const [at, target] = [page, action].map((one) => (one.startsWith('/account') ? one : atCv(one))) as [
      string,
      string,
    ];
    const form = await visitor.get(at);
    await deleteAccount();
    const gone = await save(form, target, { [name]: 'x'.repeat(1_100_000) });
    expect([gone.status, gone.text]).toEqual([404, expect.stringContaining(DELETED)]);
    expect(gone.text).toContain('It is too long to be shown here. Go back in your browser to copy it.');
  });

  test('says that the account was deleted, also after a file was sent', async () => {
    const { text } = await visitor.get(path('/photo'));
    await deleteAccount();
    const upload = new FormData();
    upload.append('csrf', unchangedFields(text, path('/photo')).csrf ?? '');
    upload.append('file', new Blob(['x']), 'photo.png');
    const gone = await visitor.post(path('/photo'), upload);
    expect([gone.status, gone.text]).toEqual([404, expect.stringContaining(DELETED)]);
  });
});

test('the sign-in page says that it does not keep a file', async () => {
  const form = await visitor.get('/account/cvs/new');
  await fixture.gateway.sessions.endAll(owner.userId);
  for (const action of ['/account/cvs/import', path('/photo')]) {
    const upload = new FormData();
    upload.append('csrf', unchangedFields(form.text, '/account/cvs/import').csrf ?? '');
    upload.append('file', new Blob(['{}']), 'cv.json');
    const response = await visitor.post(action, upload);
    expect([response.status, response.text]).toEqual([403, expect.stringContaining('this page does not keep files')]);
    expect(response.text).not.toContain('name="kept"');
  }
});
