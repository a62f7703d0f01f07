import { densitySteps } from '@vitae/document/templates/density';
import { companyCaller } from '@vitae/kit/caller';
import { VitaeError } from '@vitae/kit/errors';
import { unchangedFields } from '@vitae/test/support/gateway/form-fields';
import {
  type OwnerCvsFixture,
  type OwnerWithCvs,
  startOwnerCvsFixture,
} from '@vitae/test/support/gateway/owner-cvs-fixture';
import { createWebVisitor, type WebVisitor } from '@vitae/test/support/gateway/web-visitor';
import { until } from '@vitae/test/support/until';
import { createOwnPictures } from './own-pictures.ts';
import { MAX_WAITING } from './own-preview.ts';
import { PREVIEWS } from './preview-routes.tsx';

let fixture: OwnerCvsFixture;
let owner: OwnerWithCvs;
let visitor: WebVisitor;
let cvId: number;

beforeAll(async () => {
  fixture = await startOwnerCvsFixture(process.env);
  owner = await fixture.createOwner();
  visitor = await fixture.signIn(owner);
});
afterAll(async () => {
  await fixture.close();
});
beforeEach(async () => {
  cvId = await fixture.newCv(owner, example);
});

const example = {
  title: 'Baker',
  culture: 'en_US',
  presentation: { text: 'I bake.' },
  experiences: { experience: [{ title: 'Baker', company: 'Bread & Co', start: '2019-03-01' }] },
};
const path = (part = '') => `/account/cvs/${cvId}/edit${part}`;
const preview = (query = '') => visitor.get(`/account/cvs/${cvId}/preview${query}`);

/** Sends the form of a part with other values, without saving it. */
async function draft(part: string, changes: Record<string, string>, { sender = visitor, query = '?view=pages' } = {}) {
  const fields = unchangedFields((await visitor.get(path(part))).text, path(part));
  return sender.post(`${path(part)}/preview${query}`, { ...fields, ...changes });
}

test('shows what is typed in every kind of form, and stores nothing', async () => {
  const before = await fixture.read(cvId);
  const [entry] = before.experiences.experience;
  const drafts: [part: string, changes: Record<string, string>, shown: string][] = [
    ['/presentation', { text: 'I bake and sell.' }, 'I bake and sell.'],
    ['/personal', { city: 'Porto' }, 'Porto'],
    [`/experiences/${entry?.id}`, { company: 'Mill', 'description.0': 'Rye' }, 'Rye'],
    ['/educations/new', { degree: 'Diploma' }, 'Diploma'],
    ['/skills/new', { title: 'Bread', 'title.0': 'Wheat', 'depth.0': '1' }, 'Wheat'],
  ];
  for (const [part, changes, shown] of drafts) {
    const { status, text, headers } = await draft(part, changes);
    expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    expect(text).toContain(shown);
  }
  expect(await fixture.read(cvId)).toEqual(before);
});

test('shows another design before it is saved', async () => {
  const target = path('/design');
  const form = unchangedFields((await visitor.get(target)).text, target);
  const { presentation: _hidden, ...shown } = { ...form, template: 'modern', color: '#aa0000' } as Record<
    string,
    string
  >;
  const { text } = await visitor.post(`${target}/preview?view=pages`, shown);
  expect(text).toContain('<body class="modern');
  expect(text).toContain('#aa0000');
  expect(text).not.toContain('I bake.');
  expect((await visitor.post(`${target}/preview?view=web`, { ...shown, color: 'red' })).status).toBe(422);
  expect((await preview()).text).toContain('<body class="classic');
});

test('shows the printed pages or the web page, whichever the owner chose last', async () => {
  expect((await preview()).text).toContain('@page');
  const web = await preview('?view=web');
  expect(web.text).toContain('class="skip-link"');
  expect(web.headers.get('Content-Security-Policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^ ]+'; img-src 'self'/,
  );
  expect((await preview()).text).toContain('class="skip-link"');
  expect((await preview('?view=pages')).text).not.toContain('<meta http-equiv');
  expect((await preview('?view=paper')).status).toBe(400);
});

test('a draft has the view of the frame that shows it, also if another tab chose the other view', async () => {
  const change = { text: 'Draft' };
  await preview('?view=web');
  expect((await draft('/presentation', change)).text).toContain('@page');
  await preview('?view=pages');
  expect((await draft('/presentation', change, { query: '?view=web' })).text).toContain('class="skip-link"');
  for (const query of ['', '?view=paper']) expect((await draft('/presentation', change, { query })).status).toBe(400);
});

test('limits the previews of an owner, of stored CVs and of drafts', async () => {
  const key = `limit:${PREVIEWS.name}:${owner.userId}`;
  await fixture.gateway.redis.set(key, PREVIEWS.max, 'EX', PREVIEWS.windowSeconds);
  for (const response of [await preview(), await draft('/presentation', { text: 'Draft' })]) {
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
  }
  // The page of the editor shows the message in its frame, with a link and without a script.
  const rejected = await preview('?view=web');
  expect(rejected.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'self'/);
  expect(Number(/^\d+/.exec(rejected.headers.get('Refresh') ?? '')?.[0])).toBeGreaterThan(0);
  expect(rejected.text).toContain(`href="/account/cvs/${cvId}/preview?view=web" target="_self">Try again</a>`);
  await fixture.gateway.redis.del(key);
  expect((await preview()).status).toBe(200);
});

test('shows a message in the frame while the resume service is unavailable, and loads the preview again', async () => {
  const { call } = fixture.resume;
  const { GetExportSource } = call;
  call.GetExportSource = () => Promise.reject(new VitaeError('UNAVAILABLE', 'unavailable', 'Unavailable.'));
  const { status, text, headers } = await preview();
  call.GetExportSource = GetExportSource;
  expect([status, headers.get('X-Frame-Options')]).toEqual([503, 'SAMEORIGIN']);
  expect(headers.get('Refresh')).toBe(`5; url=/account/cvs/${cvId}/preview`);
  expect(text).toContain('The preview is temporarily unavailable.');
});

test('shows a message in the frame when the owner is signed out', async () => {
  const stranger = createWebVisitor(fixture.gateway.url, fixture.system.newAddress());
  const { status, text, headers } = await stranger.get(`/account/cvs/${cvId}/preview`);
  expect([status, headers.get('X-Frame-Options')]).toEqual([403, 'SAMEORIGIN']);
  expect(text).toContain('You are no longer signed in.');
  expect(text).not.toContain('<form');
});

test('shows a message in the frame after the CV or its owner was deleted', async () => {
  const leaving = await fixture.createOwner();
  const session = await fixture.signIn(leaving);
  const first = await fixture.newCv(leaving, example);
  const second = await fixture.newCv(leaving, example);
  const get = (id: number, target = 'iframe') =>
    session.get(`/account/cvs/${id}/preview`, { 'Sec-Fetch-Dest': target });
  const caller = companyCaller(leaving.companyId, 'test');
  const form = `/account/cvs/${first}/edit/presentation`;
  const fields = unchangedFields((await session.get(form)).text, form);
  await fixture.resume.call.DeleteCv({ id: first }, { caller });
  const json = { Accept: 'application/json' };
  expect(await session.post(`${form}/preview?view=pages`, fields, json)).toMatchObject({ status: 404, text: '{}' });
  const gone = await get(first);
  expect([gone.status, gone.headers.get('X-Frame-Options')]).toEqual([404, 'SAMEORIGIN']);
  expect(gone.headers.get('Refresh')).toBeNull();
  expect(gone.text).toContain('This CV no longer exists.');
  expect(gone.text).toContain('href="/account" target="_top">Your account</a>');
  const page = await get(first, 'document');
  expect([page.status, page.headers.get('X-Frame-Options')]).toEqual([404, 'DENY']);
  await fixture.resume.call.DeleteUser({ id: String(leaving.userId) }, { caller });
  const signedOut = await get(second);
  expect([signedOut.status, signedOut.headers.get('X-Frame-Options')]).toEqual([403, 'SAMEORIGIN']);
  expect(signedOut.text).toContain('You are no longer signed in.');
});

test('the printed pages have the styles of all density steps, or only those of the requested step', async () => {
  const sheetOf = ({ text }: { text: string }) => /<style>(.*?)<\/style>/s.exec(text)?.[1];
  const page = await preview('?view=pages');
  expect(page.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^ ]+' 'self';/);
  const attribute = /<meta name="fitting" content="([^"]*)"/.exec(page.text)?.[1] ?? '';
  const { sheets } = JSON.parse(attribute.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
  const lines = sheetOf(page)?.split('\n') ?? [];
  for (const step of densitySteps) {
    const single = await preview(`?step=${step}`);
    expect(single.text).not.toContain('name="fitting"');
    const rebuilt = sheets[step].map((line: string | 0, index: number) => (line === 0 ? lines[index] : line));
    expect(sheetOf(single)).toBe(rebuilt.join('\n'));
  }
  expect((await preview('?step=11')).status).toBe(400);
});

test('previews of an owner are rendered one after another, and not if the client is gone', async () => {
  const { call } = fixture.resume;
  const pictures = createOwnPictures({ call: { ...call, GetExportSource: read } }, 'https://cv.example.com', Date.now);
  const reads: PromiseWithResolvers<void>[] = [];
  async function read(...request: Parameters<typeof call.GetExportSource>) {
    const released = Promise.withResolvers<void>();
    reads.push(released);
    await released.promise;
    return call.GetExportSource(...request);
  }
  const show = (signal = new AbortController().signal) =>
    pictures.preview(owner, cvId, { view: 'pages', signal }, 'test').catch(({ reason }) => reason);
  const controller = new AbortController();
  const previews = [show(), show(controller.signal), show()];
  await until('the first', () => reads.length === 1);
  controller.abort({ reason: 'gone' });
  reads[0]?.resolve();
  expect(await Promise.all(previews.slice(0, 2))).toEqual([expect.objectContaining({ linksStyles: true }), 'gone']);
  await until('the third', () => reads.length === 2);
  reads[1]?.resolve();
  expect(await previews[2]).toEqual(await previews[0]);
});

test('rejects previews of an owner if too many wait, and accepts them again after the others', async () => {
  const { call } = fixture.resume;
  const released = Promise.withResolvers<void>();
  const read: typeof call.GetExportSource = (...request) =>
    released.promise.then(() => call.GetExportSource(...request));
  const pictures = createOwnPictures({ call: { ...call, GetExportSource: read } }, 'https://cv.example.com', Date.now);
  const { signal } = new AbortController();
  const show = (by = owner) => pictures.preview(by, cvId, { view: 'web', signal }, 'test');
  const accepted = Array.from({ length: MAX_WAITING + 1 }, () => show());
  await expect(show()).rejects.toMatchObject({ code: 'RESOURCE_EXHAUSTED', retryAfter: 1 });
  const other = show({ ...owner, userId: owner.userId + 1 });
  released.resolve();
  await expect(other).rejects.toMatchObject({ reason: 'cv_not_found' });
  for (const { html } of (await Promise.all(accepted)).filter((shown) => shown !== undefined))
    expect(html).toContain('I bake.');
  expect(await show()).toBeDefined();
});

test('the preview of an anonymized CV does not show its owner', async () => {
  await fixture.replace(cvId, { anonymized: true });
  const { status, text, headers } = await draft('/personal', { city: owner.username });
  expect([status, headers.get('Vitae-Preview-Stored')]).toEqual([200, '1']);
  expect(text).not.toContain(owner.username);
  await fixture.replace(cvId, { anonymized: false });
  expect((await draft('/personal', { city: 'Porto' })).headers.has('Vitae-Preview-Stored')).toBe(false);
});

test('rejects forms that could not be saved', async () => {
  const [entry] = (await fixture.read(cvId)).experiences.experience;
  const part = `/experiences/${entry?.id}`;
  expect((await draft(part, { start: 'soon' })).status).toBe(422);
  expect((await draft(part, { title: 'x'.repeat(7_500_000) })).status).toBe(413);
  expect((await draft(part, { csrf: 'forged' })).status).toBe(403);
  expect((await draft(part, { unknown: '1' })).status).toBe(400);
  await fixture.replace(cvId, { experiences: { experience: [{ ...entry, company: 'Other' }] } });
  const stale = await visitor.post(`${path(part)}/preview?view=web`, {
    title: 'x',
    digest: 'old',
    loaded: '',
    csrf: await token(),
  });
  expect(stale.status).toBe(422);
});

const token = async () => unchangedFields((await visitor.get(path('/about'))).text, path('/about')).csrf ?? '';

test('only the owner sees a preview', async () => {
  const stranger = await fixture.signIn(await fixture.createOwner());
  const about = await stranger.get('/account/cvs/new');
  const csrf = /name="csrf" value="([^"]+)"/.exec(about.text)?.[1] ?? '';
  expect((await stranger.get(`/account/cvs/${cvId}/preview`)).status).toBe(404);
  expect((await stranger.post(`${path('/about')}/preview?view=web`, { csrf, title: 'x' })).status).toBe(404);
  const signedOut = createWebVisitor(fixture.gateway.url, fixture.system.newAddress());
  const rejected = await draft('/about', { title: 'x' }, { sender: signedOut });
  expect([rejected.status, rejected.text]).toEqual([403, '{"problem":"signedOut"}']);
});
