import { keySource } from '@vitae/accounts/consumption/counter';
import {
  type AdministratorFixture,
  type SettingsFixture,
  type SettingsGateway,
  startSettingsFixture,
} from '@vitae/test/support/gateway/settings-fixture';
import { signedInAt } from '@vitae/test/support/gateway/settings-visitor';
import { hiddenFields, type PageResponse, type WebVisitor } from '@vitae/test/support/gateway/web-visitor';

const DAY_MS = 86_400_000;
const PATH = '/settings/keys';

let system: SettingsFixture;
let gateway: SettingsGateway;
let other: SettingsGateway;
let owner: AdministratorFixture;
let viewer: AdministratorFixture;
let visitor: WebVisitor;

beforeAll(async () => {
  system = await startSettingsFixture(process.env);
  gateway = await system.start();
  other = await system.start();
  owner = await system.createAdministrator(gateway, 'owner');
  viewer = await system.createAdministrator(gateway, 'viewer');
  visitor = await signedIn(owner);
});
afterAll(() => system.close());

const signedIn = (by: AdministratorFixture, at = gateway) => signedInAt(at, by);

const make = async (name: string, lifetime = 'unlimited', by = visitor): Promise<PageResponse> =>
  by.submitAndFollow(await by.get(`${PATH}/new`), PATH, { name, lifetime });
const textIn = (page: PageResponse, id: string) =>
  new RegExp(`<code[^>]* id="${id}"[^>]*>([^<]*)</code>`).exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
const keyNamed = async (name: string, companyId = system.company.id) => {
  const matching = (await gateway.keyAccess.manager.list(companyId)).filter((key) => key.name === name);
  return matching.at(-1) as NonNullable<(typeof matching)[number]>;
};
const valuesIn = async (pattern: string) => {
  const { redis } = gateway;
  return Promise.all((await redis.keys(pattern)).map(async (key) => (await redis.get(key)) ?? ''));
};
const entries = async (action: 'keyCreated' | 'keyRevoked' | 'keyRolled' | 'compatibilityChanged') =>
  (await gateway.audit.list(system.company.id, { action })).entries;

describe('creating a key', () => {
  test('shows the secret once, with a curl command', async () => {
    const made = await make('Import', '30');
    const secret = textIn(made, 'made-secret');
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(textIn(made, 'made-curl')).toMatch(/^curl 'http:\/\/localhost:\d+\/api\/v1\/rate-limit\?apikey=vt_live_/);
    expect(made.headers.get('cache-control')).toBe('no-store');
    const { id, expiresAt, createdAt } = await keyNamed('Import');
    expect(Math.round((Number(expiresAt) - Number(createdAt)) / DAY_MS)).toBe(30);
    for (const path of [PATH, `${PATH}/${id}`]) expect((await visitor.get(path)).text).not.toContain(secret);
    expect((await entries('keyCreated'))[0]).toMatchObject({ target: { id: String(id), name: 'Import' } });
  });

  test.each(['<script>alert(1)</script>', '=HYPERLINK("http://evil")', '"><img src=x onerror=alert(1)>', '\u202eevil'])(
    'accepts the name %j and escapes it',
    async (name) => {
      expect((await make(name)).status).toBe(200);
      const { text } = await visitor.get(PATH);
      expect(text).not.toMatch(/<script>alert|<img src=x/);
      expect((await keyNamed(name)).name).toBe(name);
    },
  );

  test('isolates a name that changes the text direction in the title and label of its page', async () => {
    const name = '\u202enoitcudorp';
    await make(name);
    const { text } = await visitor.get(`${PATH}/${(await keyNamed(name)).id}`);
    expect(text).toContain(`<title>\u2068${name}\u2069 · `);
    expect(text).toContain(`aria-label="\u2068${name}\u2069"`);
  });

  test.each(['', '   ', 'x'.repeat(101)])('rejects the name %j', async (name) => {
    const response = await make(name);
    expect(response.status).toBe(422);
    expect(response.text).toContain('Enter a name of 1 to 100 characters.');
  });
});

describe('the form of a new key', () => {
  const keyCount = async () => (await gateway.keyAccess.manager.list(system.company.id)).length;
  const newKeyPage = () => visitor.get(`${PATH}/new`);

  test.each(['60', '-1', 'abc', '', '30 '])('rejects the lifetime %j and creates no key', async (lifetime) => {
    const before = await keyCount();
    const response = await visitor.submit(await newKeyPage(), PATH, { name: 'No key', lifetime });
    expect(response.status).toBe(400);
    expect(response.text).toContain('This form is not valid');
    expect(await keyCount()).toBe(before);
  });

  test('rejects missing, repeated and unknown fields and a missing one-time token', async () => {
    const before = await keyCount();
    const hidden = hiddenFields((await newKeyPage()).text, PATH);
    const typed = { name: 'No key', lifetime: '30' };
    const fields = { ...hidden, ...typed };
    const withoutToken = { csrf: hidden.csrf ?? '', ...typed };
    for (const wrong of [{ ...hidden, name: 'No key' }, withoutToken, { ...fields, lifetimes: '30' }])
      expect((await visitor.post(PATH, wrong)).status).toBe(400);
    const repeated = new URLSearchParams(fields);
    repeated.append('lifetime', '90');
    expect((await visitor.post(PATH, repeated)).status).toBe(400);
    expect(await keyCount()).toBe(before);
  });

  test('creates one key if it is submitted several times, and leads to the same page', async () => {
    const before = await keyCount();
    const page = await newKeyPage();
    const submit = () => visitor.submit(page, PATH, { name: 'Double click', lifetime: '30' });
    const responses = await Promise.all([submit(), submit(), submit()]);
    const { id } = await keyNamed('Double click');
    for (const { status, location } of responses) expect([status, location]).toEqual([303, `${PATH}/${id}/made`]);
    expect((await visitor.get(`${PATH}/${id}/made`)).text).toContain('made-secret');
    expect((await submit()).location).toBe(`${PATH}/${id}/made`);
    expect(await keyCount()).toBe(before + 1);
  });

  test('leads to a page that shows the secret once, only in this session and from encrypted storage', async () => {
    const { location = '' } = await visitor.submit(await newKeyPage(), PATH, { name: 'Once', lifetime: '30' });
    const { id } = await keyNamed('Once');
    expect(location).toBe(`${PATH}/${id}/made`);
    const redirect = { status: 303, location: `${PATH}/${id}` };
    expect(await (await signedIn(owner)).get(location)).toMatchObject(redirect);
    const stored = await valuesIn('session:shown:*');
    const secret = textIn(await visitor.get(location), 'made-secret');
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(stored.length).toBeGreaterThan(0);
    for (const value of stored) expect(value).not.toContain(secret);
    expect(await visitor.get(location)).toMatchObject(redirect);
  });
});

describe('revoking a key', () => {
  test('asks for confirmation and shows the last use of the key', async () => {
    await make('Nightly');
    const { id } = await keyNamed('Nightly');
    const use = { at: new Date(system.clock.now()), address: '198.51.100.7', userAgent: 'nightly/1.0' };
    await gateway.keyAccess.uses.write(new Map([[id, use]]));
    const { text } = await visitor.get(`${PATH}/${id}/revoke`);
    expect(text).toContain('nightly/1.0 from 198.51.100.7');
    expect((await keyNamed('Nightly')).revokedAt).toBeNull();
  });

  test('succeeds for two concurrent administrators with a single audit entry', async () => {
    await make('Twice');
    const { id } = await keyNamed('Twice');
    const second = await signedIn(await system.createAdministrator(gateway, 'administrator'), other);
    const pages = await Promise.all([visitor, second].map((one) => one.get(`${PATH}/${id}/revoke`)));
    const responses = await Promise.all(
      [visitor, second].map((one, index) => one.submit(pages[index] as PageResponse, `${PATH}/${id}/revoke`)),
    );
    expect(responses.map(({ status, location }) => [status, location])).toEqual([
      [303, `${PATH}/${id}?done=revoked`],
      [303, `${PATH}/${id}?done=revoked`],
    ]);
    expect((await second.get(`${PATH}/${id}?done=revoked`)).text).toContain('The key has been revoked');
    const logged = (await entries('keyRevoked')).filter(({ target }) => target.id === String(id));
    expect(logged).toHaveLength(1);
    expect(await visitor.get(`${PATH}/${id}/revoke`)).toMatchObject({ status: 303, location: `${PATH}/${id}` });
  });

  test('is denied to viewers, who can see the key', async () => {
    const viewerVisitor = await signedIn(viewer);
    const { id } = await keyNamed('Nightly');
    const page = await viewerVisitor.get(`${PATH}/${id}`);
    expect(page.status).toBe(200);
    expect(page.text).not.toContain(`${PATH}/${id}/revoke`);
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    for (const path of [
      PATH,
      `${PATH}/${id}/revoke`,
      `${PATH}/${id}/roll`,
      `${PATH}/${id}/timestamp-policy`,
      `${PATH}/${id}/compatibility`,
    ])
      expect((await viewerVisitor.post(path, { csrf, name: 'x' }, { Origin: gateway.url })).status).toBe(403);
    expect((await keyNamed('Nightly')).revokedAt).toBeNull();
  });

  test('returns 404 for keys of another company', async () => {
    const theirs = await gateway.keyAccess.manager.create(system.otherCompany.id, 'Theirs', 'unlimited');
    for (const path of ['', '/revoke', '/roll'])
      expect((await visitor.get(`${PATH}/${theirs.id}${path}`)).status).toBe(404);
    const csrf = /name="csrf" value="([^"]+)"/.exec((await visitor.get(`${PATH}/new`)).text)?.[1] ?? '';
    for (const path of ['/revoke', '/roll', '/timestamp-policy', '/compatibility'])
      expect((await visitor.post(`${PATH}/${theirs.id}${path}`, { csrf, overlap: '0' })).status).toBe(404);
    expect((await keyNamed('Theirs', system.otherCompany.id)).revokedAt).toBeNull();
    for (const id of ['0', 'x', '1e3', '9'.repeat(20)]) expect((await visitor.get(`${PATH}/${id}`)).status).toBe(404);
  });
});

describe('rolling a key', () => {
  test('creates a new key and ends the old one after the overlap', async () => {
    await make('Website', '90');
    const old = await keyNamed('Website');
    const page = await visitor.get(`${PATH}/${old.id}/roll`);
    const made = await visitor.submitAndFollow(page, `${PATH}/${old.id}/roll`, { overlap: '7', lifetime: '90' });
    expect(textIn(made, 'made-secret')).toMatch(/^[0-9a-f]{64}$/);
    const renewed = await keyNamed('Website');
    const ended = await gateway.keyAccess.keys.findOfCompany(system.company.id, old.id);
    expect(ended).toMatchObject({ replacedBy: renewed.id, revokedAt: null });
    expect(Math.abs(Number(ended?.expiresAt) - (Number(renewed.createdAt) + 7 * DAY_MS))).toBeLessThan(5_000);
    const rollPage = await visitor.get(`${PATH}/${old.id}/roll`);
    const repeated = await visitor.submit(rollPage, `${PATH}/${old.id}/roll`, { overlap: '0', lifetime: '90' });
    expect(repeated.status).toBe(409);
    expect((await entries('keyRolled')).filter(({ target }) => target.id === String(old.id))).toHaveLength(1);
  });

  test('creates one key for two concurrent administrators and reports the conflict to the other', async () => {
    await make('Contested', '90');
    const old = await keyNamed('Contested');
    const second = await signedIn(await system.createAdministrator(gateway, 'administrator'), other);
    const pages = await Promise.all([visitor, second].map((one) => one.get(`${PATH}/${old.id}/roll`)));
    const fields = { overlap: '7', lifetime: '90' };
    const responses = await Promise.all(
      [visitor, second].map((one, index) => one.submit(pages[index] as PageResponse, `${PATH}/${old.id}/roll`, fields)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([303, 409]);
    const all = await gateway.keyAccess.manager.list(system.company.id);
    expect(all.filter(({ name }) => name === 'Contested')).toHaveLength(2);
    expect((await entries('keyRolled')).filter(({ target }) => target.id === String(old.id))).toHaveLength(1);
  });

  test('ends the old key immediately without an overlap', async () => {
    await make('Short', '30');
    const old = await keyNamed('Short');
    const page = await visitor.get(`${PATH}/${old.id}/roll`);
    await visitor.submit(page, `${PATH}/${old.id}/roll`, { overlap: '0', lifetime: 'unlimited' });
    const { text } = await visitor.get(`${PATH}/${old.id}`);
    expect(text).toContain('Expired');
    expect((await keyNamed('Short')).expiresAt).toBeNull();
  });
});

describe('the compatibility profile of a key', () => {
  const rejected = (requestId: string, id: number, suggestion: object) => {
    const fields = { requestId, at: system.clock.now(), source: keySource(id), cause: 'nonce_used' as const };
    const request = { ...fields, endpoint: 'cv.read', method: 'GET', target: '/', ...suggestion };
    gateway.consumption.rejectedRequests.record(system.company.id, request);
  };

  test('can be changed with an audit entry, is shown, and is kept by the key that replaces it', async () => {
    await make('Written in 2012');
    const { id, compatibility } = await keyNamed('Written in 2012');
    expect(compatibility).toBeNull();
    const save = async (value: string) =>
      visitor.submitAndFollow(await visitor.get(`${PATH}/${id}`), `${PATH}/${id}/compatibility`, {
        compatibility: value,
      });
    for (const _repeated of [1, 2])
      expect((await save('2012')).text).toContain('The compatibility profile has been changed');
    expect(await keyNamed('Written in 2012')).toMatchObject({ compatibility: '2012' });
    expect((await visitor.get(PATH)).text).toContain('2012 profile');
    const logged = (await entries('compatibilityChanged')).filter(({ target }) => target.id === String(id));
    expect(logged.map(({ detail }) => detail)).toEqual([{ from: 'none', to: '2012' }]);
    await visitor.submit(await visitor.get(`${PATH}/${id}`), `${PATH}/${id}/compatibility`, { compatibility: '2013' });
    const page = await visitor.get(`${PATH}/${id}/roll`);
    await visitor.submit(page, `${PATH}/${id}/roll`, { overlap: '0', lifetime: 'unlimited' });
    const rolled = await keyNamed('Written in 2012');
    expect(rolled).toMatchObject({ compatibility: '2012' });
    expect(rolled.id).not.toBe(id);
  });

  test('is suggested after requests that it would have accepted, until it is on', async () => {
    await make('Other program');
    await make('Hashes the time');
    const [others, { id, key }] = [await keyNamed('Other program'), await keyNamed('Hashes the time')];
    rejected('replayed', others.id, {});
    rejected('reused', id, { suggestion: '2012' });
    await gateway.consumption.rejectedRequests.flush();
    const isSuggested = async (of: number) =>
      (await visitor.get(`${PATH}/${of}`)).text.includes('requests were rejected that the 2012 profile accepts');
    expect([await isSuggested(others.id), await isSuggested(id)]).toEqual([false, true]);
    await gateway.keyAccess.manager.setCompatibility(key, '2012');
    expect(await isSuggested(id)).toBe(false);
  });
});

describe('key changes', () => {
  test('fail if they cannot be audited', async () => {
    await make('Unchanged', '90');
    const unchanged = await keyNamed('Unchanged');
    const { manager, keys } = gateway.keyAccess;
    const count = (await manager.list(system.company.id)).length;
    const fails = () => Promise.reject(new Error('The audit log is unavailable'));
    await expect(manager.revoke(unchanged.key, fails)).rejects.toThrow('unavailable');
    await expect(manager.roll(unchanged, 'unlimited', 0, fails)).rejects.toThrow('unavailable');
    await expect(manager.create(system.company.id, 'None', 'unlimited', fails)).rejects.toThrow('unavailable');
    expect(await manager.list(system.company.id)).toHaveLength(count);
    expect(await keys.findOfCompany(system.company.id, unchanged.id)).toMatchObject({ revokedAt: null });
  });
});
