import { unavailable, VitaeError } from '@vitae/kit/errors';
import {
  type OwnerCvsFixture,
  type OwnerWithCvs,
  startOwnerCvsFixture,
} from '@vitae/test/support/gateway/owner-cvs-fixture';
import { hiddenFields, type WebVisitor } from '@vitae/test/support/gateway/web-visitor';
import { create } from 'qrcode';
import { createOwnFiles } from '../own-files.ts';

let fixture: OwnerCvsFixture;
let owner: OwnerWithCvs;
let visitor: WebVisitor;
let id: number;

beforeAll(async () => {
  fixture = await startOwnerCvsFixture(process.env, ({ exportHead }) =>
    createOwnFiles({
      exports: {
        create: async (cvId, format, { caller }) => {
          const head = await exportHead(caller, cvId);
          if (typeof head === 'string') throw new VitaeError('NOT_FOUND', head, '');
          return { ready: true, address: format };
        },
      },
      artifacts: { stream: async (address, _request, response) => void response.type('png').send(address) },
      rate: { count: async () => 0 },
      waitMs: 0,
    }),
  );
});
afterAll(() => fixture.close());
beforeEach(async () => {
  ({ owner, cvId: id } = await fixture.createOwnerWithCv({ basics: { name: 'Ana', label: 'Main' } }));
  visitor = await fixture.signIn(owner);
});

const DAY_MS = 86_400_000;
const share = (cv = id, query = '') => visitor.get(`/account/cvs/${cv}/share${query}`);
const submit = async (action: string, fields: Record<string, string> = {}, cv = id) =>
  visitor.submit(await share(cv), `/account/cvs/${cv}/share/${action}`, fields);
const resolve = async (address: object): Promise<unknown> =>
  fixture.resume.call.ResolveCv(address).then(
    (cv) => cv.id,
    (error: { reason: string }) => error.reason,
  );
const linksOf = async (cv = id) => (await fixture.cvs.sharing(owner, cv, 'test')).links;

/** The places of the dark modules of each QR code on a page. */
const qrCodesOf = (html: string) =>
  Array.from(html.matchAll(/<path class="qr-dark" d="([^"]*)"/g), ([, path = '']) =>
    Array.from(path.matchAll(/M(\d+) (\d+)h1v1h-1z/g), ([, x, y]) => `${x},${y}`),
  );

function qrCodeFor(text: string): string[] {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  return Array.from(data).flatMap((dark, at) => (dark ? [`${at % size},${Math.floor(at / size)}`] : []));
}

describe('a named link', () => {
  test('is created once, shown with its state and QR code, and opens the CV until it is revoked', async () => {
    const page = await share();
    expect(page.text).toContain('There are no named links yet.');
    const action = `/account/cvs/${id}/share/links`;
    const fields = { name: ' <b>Acme</b>, November ', days: '30' };
    for (let submission = 0; submission < 2; submission++) {
      const { status, location } = await visitor.submit(page, action, fields);
      expect([status, location]).toEqual([303, `/account/cvs/${id}/share?done=added`]);
    }
    const [link, ...others] = await linksOf();
    expect([link?.name, others]).toEqual(['<b>Acme</b>, November', []]);
    const list = await share(id, '?done=added');
    expect(list.text).toMatch(/role="status".*The link has been created\..*&lt;b>Acme.*Active.*Expires on/s);
    expect(list.text).toContain(link?.url);
    expect(qrCodesOf(list.text)).toHaveLength(2);
    expect(qrCodesOf(list.text)).toContainEqual(qrCodeFor(link?.url ?? ''));
    expect(await resolve({ token: link?.token })).toBe(id);
    const revoked = await visitor.submit(list, `${action}/revoke`);
    expect([revoked.status, revoked.location]).toEqual([303, `/account/cvs/${id}/share?done=revoked`]);
    expect(await resolve({ token: link?.token })).toBe('cv_not_found');
    expect(await linksOf()).toEqual([]);
    expect((await visitor.submit(list, `${action}/revoke`)).status).toBe(303);
  });

  test('is shown as expired without its address, and can be removed', async () => {
    await submit('links', { name: 'Soon', days: '7' });
    const [link] = await linksOf();
    const start = fixture.resume.now();
    fixture.resume.at(start + 7 * DAY_MS);
    const { text } = await share();
    fixture.resume.at(start);
    expect(text).toMatch(/Soon.*Expired<.*Expired on.*Remove/s);
    expect(text).not.toContain(link?.url);
  });

  test.each([
    [{ name: ' ', days: '7' }, 422, 'Enter a name.'],
    [{ name: 'x'.repeat(81), days: '0' }, 422, 'at most 80 characters'],
    [{ name: 'x', days: '8' }, 400, ''],
    [{ name: 'x', days: '' }, 400, ''],
    [{ name: 'x', days: '30', token: 'chosen' }, 400, ''],
  ])('is not created with %j', async (fields, status, message) => {
    const rejected = await submit('links', fields);
    expect([rejected.status, rejected.text]).toEqual([status, expect.stringContaining(message)]);
    if (status === 422) expect(rejected.text).toMatch(new RegExp(`value="${fields.days}" selected`));
    expect(await linksOf()).toEqual([]);
  });

  test('is rejected after 20 links, and the page offers none', async () => {
    const before = await share();
    for (let index = 0; index < 20; index++) await fixture.cvs.addLink(owner, id, { name: 'Acme', days: 0 }, 'test');
    const full = await visitor.submit(before, `/account/cvs/${id}/share/links`, { name: 'More', days: '0' });
    expect([full.status, full.text]).toEqual([
      422,
      expect.stringContaining('This CV has the maximum of 20 named links'),
    ]);
    expect(full.text).not.toContain('Create link');
    expect(await linksOf()).toHaveLength(20);
  });

  test('is not part of a copy of the CV, which keeps the choice of the preview', async () => {
    await submit('links', { name: 'Acme', days: '0' });
    await submit('preview', { photo: '1' });
    await fixture.cvs.copy(owner, id, { titleOf: () => 'Copy', idempotencyKey: crypto.randomUUID() }, 'test');
    const copy = (await fixture.cvs.list(owner, 'test')).find(({ title }) => title === 'Copy')?.id ?? 0;
    expect(await fixture.cvs.sharing(owner, copy, 'test')).toMatchObject({
      links: [],
      shown: { name: false, photo: true },
    });
  });
});

test('a new private link replaces the former one after a warning', async () => {
  const [before] = await fixture.cvs.list(owner, 'test');
  const page = await share();
  expect(page.text).toMatch(/The current private link stops working immediately.*Replace private link/s);
  const { location } = await visitor.submit(page, `/account/cvs/${id}/share/private-link`);
  expect(location).toBe(`/account/cvs/${id}/share?done=replaced`);
  const [after] = await fixture.cvs.list(owner, 'test');
  expect(await resolve({ token: before?.privateUrl.split('/').at(-1) })).toBe('cv_not_found');
  expect(await resolve({ token: after?.privateUrl.split('/').at(-1) })).toBe(id);
});

describe('the public address', () => {
  test('of another CV than the main one can be changed, unless another CV has it', async () => {
    expect((await share()).text).not.toContain('Last part of the address');
    const other = await fixture.newCv(owner, { basics: { label: 'Baker' } });
    await fixture.cvs.setVisibility(owner, other, { published: true }, 'test');
    expect((await share(other)).text).toMatch(/stops working immediately.*value="baker".*starts with .*\/p\//s);
    expect((await submit('address', { slug: 'Crème Brûlée!' }, other)).status).toBe(303);
    const [, cv] = await fixture.cvs.list(owner, 'test');
    expect(cv?.publicUrl).toMatch(/\/creme-brulee$/);
    const taken = await submit('address', { slug: 'Main' }, other);
    expect([taken.status, taken.text]).toEqual([422, expect.stringContaining('Another of your CVs has this address.')]);
    expect(taken.text).toContain('value="Main"');
    expect((await submit('address', { slug: '…' }, other)).text).toContain('Enter at least one letter');
    const long = await submit('address', { slug: 'x'.repeat(61) }, other);
    expect([long.status, long.text]).toEqual([422, expect.stringContaining('Enter at most 60 characters.')]);
    expect(long.text).toContain('x'.repeat(61));
    expect((await fixture.cvs.list(owner, 'test'))[1]?.publicUrl).toBe(cv?.publicUrl);
  });
});

describe('the name in the public addresses', () => {
  const auditOfOwner = () =>
    fixture.gateway.connection
      .collection('auditEntries')
      .find({ 'actor.id': String(owner.userId) })
      .toArray();

  test('is changed in all CVs, with a note in the audit log of the company', async () => {
    const other = await fixture.newCv(owner, { basics: { name: 'Ana', label: 'Second' } });
    for (const cv of [id, other]) await fixture.cvs.setVisibility(owner, cv, { published: true }, 'test');
    const name = `ana-${owner.userId}`;
    const former = (await fixture.cvs.sharing(owner, id, 'test')).userSlug;
    const { status, location } = await submit('user-address', { userSlug: ` Ána ${owner.userId}!` }, other);
    expect([status, location]).toEqual([303, `/account/cvs/${other}/share?done=userSlug`]);
    const addresses = (await fixture.cvs.list(owner, 'test')).map(({ publicUrl }) => new URL(publicUrl).pathname);
    expect(addresses).toEqual([`/p/${name}`, `/p/${name}/second`]);
    const page = (await share(other, '?done=userSlug')).text;
    expect(page).toContain('The previous addresses still work.');
    expect(page).toMatch(
      new RegExp(`Your previous names.*<span>${former}</span>.*aria-label="Give up: ${former}"`, 's'),
    );
    expect(await auditOfOwner()).toEqual([
      expect.objectContaining({
        companyId: owner.companyId,
        action: 'ownerAddressChanged',
        actor: { kind: 'owner', id: String(owner.userId) },
        target: { kind: 'user', id: String(owner.userId), name: String(owner.userId) },
      }),
    ]);
  });

  test('can be given up after a change, and another owner can then take it', async () => {
    await fixture.cvs.setVisibility(owner, id, { published: true }, 'test');
    const { userSlug: former } = await fixture.cvs.sharing(owner, id, 'test');
    await submit('user-address', { userSlug: `ana-${owner.userId}` });
    const link = /href="(\/account\/cvs\/\d+\/share\/former-name\?name=[\w-]+)"/.exec((await share()).text)?.[1] ?? '';
    const page = await visitor.get(link);
    expect(page.text).toContain(`Give up the name “${former}”?`);
    expect(page.text).toMatch(new RegExp(`start with http\\S+/p/${former} stop.* start with http\\S+/p/ana-`, 's'));
    const action = `/account/cvs/${id}/share/former-name`;
    for (let submission = 0; submission < 2; submission++) {
      const { status, location } = await visitor.submit(page, action);
      expect([status, location]).toEqual([303, `/account/cvs/${id}/share?done=released`]);
    }
    const shown = (await share(id, '?done=released')).text;
    expect(shown).toContain('You have given up the name. Other users can now take it.');
    expect(shown).not.toContain('Your previous names');
    expect((await visitor.get(link)).location).toBe(`/account/cvs/${id}/share`);
    expect(await resolve({ public: { userSlug: former, cvSlug: '' } })).toBe('cv_not_found');
    expect((await auditOfOwner()).map((entry) => entry.action)).toEqual(['ownerAddressChanged', 'ownerNameReleased']);

    const stranger = await fixture.createOwner();
    const other = await fixture.newCv(stranger, { title: 'X' });
    await fixture.cvs.setVisibility(stranger, other, { published: true }, 'test');
    visitor = await fixture.signIn(stranger);
    expect((await submit('user-address', { userSlug: former }, other)).location).toContain('done=userSlug');
    expect(await resolve({ public: { userSlug: former, cvSlug: '' } })).toBe(other);
  });

  test('is not given up if it is the current one or that of another owner', async () => {
    const stranger = await fixture.createOwner();
    const { userSlug } = await fixture.cvs.sharing(stranger, await fixture.newCv(stranger, { title: 'X' }), 'test');
    const current = (await fixture.cvs.sharing(owner, id, 'test')).userSlug;
    const { csrf = '' } = hiddenFields((await share()).text, `/account/cvs/${id}/share/user-address`);
    for (const name of [current, userSlug, '', '../x']) {
      expect((await visitor.get(`/account/cvs/${id}/share/former-name?name=${encodeURIComponent(name)}`)).status).toBe(
        303,
      );
      await visitor.post(`/account/cvs/${id}/share/former-name`, { csrf, name });
    }
    expect((await fixture.cvs.sharing(stranger, await fixture.newCv(stranger, { title: 'Y' }), 'test')).userSlug).toBe(
      userSlug,
    );
    expect((await fixture.cvs.sharing(owner, id, 'test')).userSlug).toBe(current);
    expect(await auditOfOwner()).toEqual([]);
  });

  test('cannot be changed while the resume service is of an earlier version, which has no such methods', async () => {
    const { sharing, setUserSlug, releaseUserSlug } = fixture.cvs;
    const missing = () => Promise.reject(unavailable('service_unavailable', 'The method does not exist.'));
    const withoutNames: typeof sharing = async (...of) => ({
      ...(await sharing(...of)),
      userSlug: '',
      formerUserSlugs: [],
    });
    Object.assign(fixture.cvs, { sharing: withoutNames, setUserSlug: missing, releaseUserSlug: missing });
    try {
      const page = await share();
      expect([page.status, page.text]).toEqual([200, expect.stringContaining('Change your name in public addresses')]);
      const { csrf = '' } = hiddenFields(page.text, `/account/cvs/${id}/share/user-address`);
      for (const [action, fields] of [
        ['user-address', { userSlug: `ana-${owner.userId}` }],
        ['former-name', { name: 'anna' }],
      ] as const) {
        const { status, text } = await visitor.post(`/account/cvs/${id}/share/${action}`, { csrf, ...fields });
        expect([action, status, text]).toEqual([
          action,
          503,
          expect.stringContaining('Service temporarily unavailable'),
        ]);
      }
    } finally {
      Object.assign(fixture.cvs, { sharing, setUserSlug, releaseUserSlug });
    }
    expect(await auditOfOwner()).toEqual([]);
  });

  test('is rejected with a message at its field if it is short, reserved or of another user', async () => {
    const stranger = await fixture.createOwner();
    const { userSlug } = await fixture.cvs.sharing(stranger, await fixture.newCv(stranger, { title: 'X' }), 'test');
    for (const [typed, message] of [
      ['…a b', 'Enter at least three characters'],
      ['Admin', 'This name is not available.'],
      [userSlug, 'This name is not available.'],
      ['a-name '.repeat(10), 'Enter at most 60 characters.'],
    ] as const) {
      const { status, text } = await submit('user-address', { userSlug: typed });
      expect([status, text]).toEqual([422, expect.stringContaining(message)]);
      expect(text).toContain(`value="${typed}"`);
    }
    expect(await auditOfOwner()).toEqual([]);
  });

  test('is not changed after many attempts in an hour, also if these were rejected', async () => {
    const page = await share();
    const change = (userSlug: string) => visitor.submit(page, `/account/cvs/${id}/share/user-address`, { userSlug });
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await change('Admin')).status));
    expect(new Set(statuses)).toEqual(new Set([422]));
    const { userSlug } = await fixture.cvs.sharing(owner, id, 'test');
    const { status, text, headers } = await change(`free-${owner.userId}`);
    expect([status, text]).toEqual([
      429,
      expect.stringMatching(/many names in a short time\. Try again in \d+ minutes/),
    ]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(text).toContain(`value="free-${owner.userId}"`);
    expect((await fixture.cvs.sharing(owner, id, 'test')).userSlug).toBe(userSlug);
    expect(await auditOfOwner()).toEqual([]);
  });
});

describe('the link preview', () => {
  test('shows title, description and picture, with the name only if the owner chose so', async () => {
    const { text } = await share();
    expect(text).toMatch(/class="link-preview"><img src="\/account\/cvs\/\d+\/share\/preview\.png".*<bdi>Ana – Main/s);
    const picture = await visitor.get(`/account/cvs/${id}/share/preview.png`);
    expect([picture.status, picture.headers.get('content-type'), picture.text]).toEqual([
      200,
      expect.stringContaining('image/png'),
      'preview',
    ]);
    expect((await submit('preview', { photo: '1' })).location).toBe(`/account/cvs/${id}/share?done=preview`);
    const hidden = (await share()).text;
    expect(hidden).toContain('<bdi>Main</bdi>');
    expect(hidden).not.toContain('Ana –');
    expect(hidden).toMatch(/name="photo" value="1" checked/);
    expect(hidden).not.toMatch(/name="name" value="1" checked/);
    expect((await submit('preview', { photo: '2' })).status).toBe(400);
  });

  test('does not show the name again that another window has hidden', async () => {
    const page = await share();
    const action = `/account/cvs/${id}/share/preview`;
    await visitor.submit(page, action, { photo: '1' });
    await visitor.submit(page, action, { name: '1' });
    expect((await fixture.cvs.sharing(owner, id, 'test')).shown).toEqual({ name: false, photo: false });
  });

  test('of an anonymized CV offers no choice, and a protected CV has none', async () => {
    await fixture.cvs.setAnonymized(owner, id, true, 'test');
    const anonymized = (await share()).text;
    expect(anonymized).toContain('the preview shows neither name nor photo');
    expect(anonymized).not.toContain('/share/preview"');
    expect(anonymized).not.toContain('can contain your name');
    await visitor.submit(await share(), `/account/cvs/${id}/publish`, {});
    for (const page of [await share(), await visitor.get('/account')])
      expect(page.text).toMatch(/can contain your name\. <a href="[^"]*\/share#links">/);
    await fixture.cvs.protect(owner, id, 'a long enough visitor password', 'test');
    const locked = (await share()).text;
    expect(locked).toContain('links to it have no preview');
    expect(locked).not.toContain('link-preview');
  });
});

test('the private link of a protected CV needs the password, and the pages say so', async () => {
  const hints = async () =>
    Promise.all(
      [visitor.get('/account'), share()].map(async (page) => /Anyone with [^.]*/.exec((await page).text)?.[0]),
    );
  const open = 'Anyone with this link can see the CV';
  expect(await hints()).toEqual([open, open]);
  await fixture.cvs.protect(owner, id, 'a long enough visitor password', 'test');
  const locked = 'Anyone with this link and the password can see the CV';
  expect(await hints()).toEqual([locked, locked]);
});

test('another owner can neither see nor change how a CV is shared', async () => {
  await submit('links', { name: 'Acme', days: '0' });
  const before = await fixture.cvs.sharing(owner, id, 'test');
  const [link] = before.links;
  const [cv] = await fixture.cvs.list(owner, 'test');
  visitor = await fixture.signIn(await fixture.createOwner());
  const { csrf = '' } = hiddenFields((await visitor.get('/account')).text, '/account/sign-out');
  const forms: Record<string, Record<string, string>> = {
    links: { name: 'Mine', days: '0', once: crypto.randomUUID() },
    'links/revoke': { token: link?.token ?? '' },
    'private-link': {},
    address: { slug: 'mine' },
    'user-address': { userSlug: 'mine-too' },
    'former-name': { name: before.userSlug },
    preview: {},
  };
  for (const [action, fields] of Object.entries(forms)) {
    const { status } = await visitor.post(`/account/cvs/${id}/share/${action}`, { csrf, ...fields });
    expect([action, status]).toEqual([action, 404]);
  }
  for (const page of ['share', 'share/preview.png', 'share/former-name'])
    expect((await visitor.get(`/account/cvs/${id}/${page}`)).status).toBe(404);
  expect(await fixture.cvs.sharing(owner, id, 'test')).toEqual(before);
  expect((await fixture.cvs.list(owner, 'test'))[0]?.privateUrl).toBe(cv?.privateUrl);
});
