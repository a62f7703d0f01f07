import { createExpiryWarningStore } from '@vitae/accounts/keys/expiry-warning-mongo-store';
import { createExpiryWarnings } from '@vitae/accounts/keys/expiry-warnings';
import type { StoredKey } from '@vitae/accounts/keys/key-store';
import { createLogger } from '@vitae/kit/log';
import {
  type AdministratorFixture,
  type SettingsFixture,
  type SettingsGateway,
  startSettingsFixture,
} from '@vitae/test/support/gateway/settings-fixture';
import { signedInAt } from '@vitae/test/support/gateway/settings-visitor';
import type { PageResponse, WebVisitor } from '@vitae/test/support/gateway/web-visitor';
import { createExpiryMail } from './expiry-mail.ts';

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
  by.submit(await by.get(`${PATH}/new`), PATH, { name, lifetime });
const textIn = (page: PageResponse, id: string) =>
  new RegExp(`<code[^>]* id="${id}"[^>]*>([^<]*)</code>`).exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
const keyNamed = async (name: string, companyId = system.company.id) => {
  const found = (await gateway.keyAccess.manager.list(companyId)).filter((key) => key.name === name);
  return found.at(-1) as NonNullable<(typeof found)[number]>;
};
const entries = async (action: 'keyCreated' | 'keyRevoked' | 'keyRolled') =>
  (await gateway.audit.list(system.company.id, { action })).entries;

describe('making a key', () => {
  test('shows the secret once, with a curl line, and never again', async () => {
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
    'keeps the name %j as the text that it is',
    async (name) => {
      expect((await make(name)).status).toBe(200);
      const { text } = await visitor.get(PATH);
      expect(text).not.toMatch(/<script>alert|<img src=x/);
      expect((await keyNamed(name)).name).toBe(name);
    },
  );

  test.each(['', '   ', 'x'.repeat(101)])('asks for a name instead of %j', async (name) => {
    const answer = await make(name);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('Enter a name of 1 to 100 characters.');
  });
});

describe('revoking', () => {
  test('asks first and says what will stop', async () => {
    await make('Nightly');
    const { id } = await keyNamed('Nightly');
    const use = { at: new Date(system.clock.now()), address: '198.51.100.7', userAgent: 'nightly/1.0' };
    await gateway.keyAccess.uses.write(new Map([[id, use]]));
    const { text } = await visitor.get(`${PATH}/${id}/revoke`);
    expect(text).toContain('nightly/1.0 from 198.51.100.7');
    expect((await keyNamed('Nightly')).revokedAt).toBeNull();
  });

  test('by two administrators at once is done and logged once, and both see it done', async () => {
    await make('Twice');
    const { id } = await keyNamed('Twice');
    const second = await signedIn(await system.createAdministrator(gateway, 'administrator'), other);
    const pages = await Promise.all([visitor, second].map((one) => one.get(`${PATH}/${id}/revoke`)));
    const answers = await Promise.all(
      [visitor, second].map((one, index) => one.submit(pages[index] as PageResponse, `${PATH}/${id}/revoke`)),
    );
    expect(answers.map(({ status, location }) => [status, location])).toEqual([
      [303, `${PATH}/${id}?done=revoked`],
      [303, `${PATH}/${id}?done=revoked`],
    ]);
    expect((await second.get(`${PATH}/${id}?done=revoked`)).text).toContain('The key has been revoked');
    const logged = (await entries('keyRevoked')).filter(({ target }) => target.id === String(id));
    expect(logged).toHaveLength(1);
    expect(await visitor.get(`${PATH}/${id}/revoke`)).toMatchObject({ status: 303, location: `${PATH}/${id}` });
  });

  test('a viewer may look, and change nothing', async () => {
    const looker = await signedIn(viewer);
    const { id } = await keyNamed('Nightly');
    const page = await looker.get(`${PATH}/${id}`);
    expect(page.status).toBe(200);
    expect(page.text).not.toContain(`${PATH}/${id}/revoke`);
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    for (const path of [PATH, `${PATH}/${id}/revoke`, `${PATH}/${id}/roll`, `${PATH}/${id}/timestamp-policy`])
      expect((await looker.post(path, { csrf, name: 'x' }, { Origin: gateway.url })).status).toBe(403);
    expect((await keyNamed('Nightly')).revokedAt).toBeNull();
  });

  test('a key of another company is not there', async () => {
    const theirs = await gateway.keyAccess.manager.create(system.otherCompany.id, 'Theirs', 'unlimited');
    for (const path of ['', '/revoke', '/roll'])
      expect((await visitor.get(`${PATH}/${theirs.id}${path}`)).status).toBe(404);
    const csrf = /name="csrf" value="([^"]+)"/.exec((await visitor.get(`${PATH}/new`)).text)?.[1] ?? '';
    for (const path of ['/revoke', '/roll', '/timestamp-policy'])
      expect((await visitor.post(`${PATH}/${theirs.id}${path}`, { csrf, overlap: '0' })).status).toBe(404);
    expect((await keyNamed('Theirs', system.otherCompany.id)).revokedAt).toBeNull();
    for (const id of ['0', 'x', '1e3', '9'.repeat(20)]) expect((await visitor.get(`${PATH}/${id}`)).status).toBe(404);
  });
});

describe('rolling', () => {
  test('gives a new key, and ends the old one after the overlap', async () => {
    await make('Website', '90');
    const old = await keyNamed('Website');
    const page = await visitor.get(`${PATH}/${old.id}/roll`);
    const made = await visitor.submit(page, `${PATH}/${old.id}/roll`, { overlap: '7', lifetime: '90' });
    expect(textIn(made, 'made-secret')).toMatch(/^[0-9a-f]{64}$/);
    const renewed = await keyNamed('Website');
    const ended = await gateway.keyAccess.keys.findOfCompany(system.company.id, old.id);
    expect(ended).toMatchObject({ replacedBy: renewed.id, revokedAt: null });
    expect(Math.abs(Number(ended?.expiresAt) - (Number(renewed.createdAt) + 7 * DAY_MS))).toBeLessThan(5_000);
    const again = await visitor.submit(page, `${PATH}/${old.id}/roll`, { overlap: '0', lifetime: '90' });
    expect(again.status).toBe(409);
    expect((await entries('keyRolled')).filter(({ target }) => target.id === String(old.id))).toHaveLength(1);
  });

  test('by two administrators at once makes one key, and tells the other', async () => {
    await make('Contested', '90');
    const old = await keyNamed('Contested');
    const second = await signedIn(await system.createAdministrator(gateway, 'administrator'), other);
    const pages = await Promise.all([visitor, second].map((one) => one.get(`${PATH}/${old.id}/roll`)));
    const fields = { overlap: '7', lifetime: '90' };
    const answers = await Promise.all(
      [visitor, second].map((one, index) => one.submit(pages[index] as PageResponse, `${PATH}/${old.id}/roll`, fields)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const all = await gateway.keyAccess.manager.list(system.company.id);
    expect(all.filter(({ name }) => name === 'Contested')).toHaveLength(2);
    expect((await entries('keyRolled')).filter(({ target }) => target.id === String(old.id))).toHaveLength(1);
  });

  test('without overlap ends the old one now, and never makes a key live longer than it did', async () => {
    await make('Short', '30');
    const old = await keyNamed('Short');
    const page = await visitor.get(`${PATH}/${old.id}/roll`);
    await visitor.submit(page, `${PATH}/${old.id}/roll`, { overlap: '0', lifetime: 'unlimited' });
    const { text } = await visitor.get(`${PATH}/${old.id}`);
    expect(text).toContain('Expired');
    expect((await keyNamed('Short')).expiresAt).toBeNull();
  });
});

describe('a change that cannot be written in the audit log', () => {
  test('is not made', async () => {
    await make('Kept', '90');
    const kept = await keyNamed('Kept');
    const { manager, keys } = gateway.keyAccess;
    const count = (await manager.list(system.company.id)).length;
    const fails = () => Promise.reject(new Error('The audit log is away'));
    await expect(manager.revoke(kept.key, fails)).rejects.toThrow('away');
    await expect(manager.roll(kept, 'unlimited', 0, fails)).rejects.toThrow('away');
    await expect(manager.create(system.company.id, 'None', 'unlimited', fails)).rejects.toThrow('away');
    expect(await manager.list(system.company.id)).toHaveLength(count);
    expect(await keys.findOfCompany(system.company.id, kept.id)).toMatchObject({ revokedAt: null });
  });
});

describe('many keys', () => {
  test('of 10,000 any is found by name or by key, and pages lead through all', async () => {
    const many = await system.createAdministrator(gateway, 'owner', system.otherCompany);
    const { id: companyId } = system.otherCompany;
    const first = 1_000_000;
    await gateway.connection.collection<{ _id: number }>('keys').insertMany(
      Array.from({ length: 10_000 }, (_none, index) => ({
        _id: first + index,
        companyId,
        key: `vt_live_${String(index).padStart(32, '0')}`,
        name: `Program (${index})`,
        scheme: 'hmac',
        sealedSecret: '',
        timestampPolicy: 'off',
        createdAt: new Date(),
        expiresAt: null,
        revokedAt: index % 2 === 0 ? new Date() : null,
      })),
    );
    const one = await signedIn(many);
    const shown = async (query: string) =>
      Array.from(
        (await one.get(`${PATH}?${query}`)).text.matchAll(/href="\/settings\/keys\/(\d+)"/g),
        ([, id]) => Number(id) - first,
      );
    expect((await shown('')).slice(0, 2)).toEqual([9_999, 9_998]);
    expect(await shown('')).toHaveLength(50);
    expect((await shown(`before=${first + 9_950}`))[0]).toBe(9_949);
    expect(await shown('text=program%20(4711)')).toEqual([4_711]);
    expect(await shown(`text=vt_live_${'0'.repeat(28)}1234`)).toEqual([1_234]);
    expect((await shown('state=revoked&text=Program%20(99')).every((index) => index % 2 === 0)).toBe(true);
    expect(await shown('text=.*')).toEqual([]);
  });
});

describe('historical keys', () => {
  test('are shown with who uses them, and their policy is changed', async () => {
    const { id } = await gateway.keyAccess.manager.importLegacy(system.company.id, 'Old', `old-${owner.id}`, 'secret');
    const lastUsedAt = new Date(system.clock.now());
    await gateway.keyAccess.legacyUses.add(id, { uses: 1_204, lateUses: 7, lastUsedAt, lastUserAgent: 'PHP/5.3' });
    const list = await visitor.get(PATH);
    expect(list.text).toContain('Legacy (MD5)');
    expect(list.text).toContain('1,204');
    const page = await visitor.get(`${PATH}/${id}`);
    expect(page.text).toContain('Not yet. From ');
    await visitor.submit(page, `${PATH}/${id}/timestamp-policy`, { policy: 'enforce' });
    expect((await keyNamed('Old')).timestampPolicy).toBe('enforce');
    await visitor.submit(page, `${PATH}/${id}/timestamp-policy`, { policy: 'whatever' });
    expect((await keyNamed('Old')).timestampPolicy).toBe('enforce');
  });

  test('that are many are led through page by page, beside the list of all keys', async () => {
    const { id: companyId } = system.otherCompany;
    const first = 2_000_000;
    await gateway.connection.collection<{ _id: number }>('keys').insertMany(
      Array.from({ length: 120 }, (_none, index) => ({
        _id: first + index,
        companyId,
        key: `historical-${index}`,
        name: `Historical (${index})`,
        scheme: 'md5',
        sealedSecret: '',
        timestampPolicy: 'off',
        createdAt: new Date(),
        expiresAt: null,
        revokedAt: null,
      })),
    );
    const one = await signedIn(await system.createAdministrator(gateway, 'owner', system.otherCompany));
    const historicalIn = (text: string) =>
      Array.from(
        text.slice(text.indexOf('id="historical"')).matchAll(/href="\/settings\/keys\/(\d+)"/g),
        ([, id]) => Number(id) - first,
      );
    const seen: number[] = [];
    let pages = 0;
    for (let path: string | undefined = `${PATH}?before=${first}`; path; pages++) {
      const { text } = await one.get(path);
      expect(path).toContain(`before=${first}`);
      seen.push(...historicalIn(text));
      path = /href="([^"#]+)#historical" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    }
    expect(seen).toEqual(Array.from({ length: 120 }, (_none, index) => 119 - index));
    expect(pages).toBe(3);
    await gateway.connection.collection('keys').deleteMany({ _id: { $gte: first as never } });
  });

  test('that ended count no more, and all that did not count, listed or not', async () => {
    const { keys, manager, legacyUses } = gateway.keyAccess;
    const companyId = system.otherCompany.id;
    const now = system.clock.now();
    const take = async (name: string, lastUsedAt: number) => {
      const { id } = await manager.importLegacy(companyId, name, `${name}-${owner.id}`, 'secret');
      await legacyUses.add(id, { uses: 1, lateUses: 0, lastUsedAt: new Date(lastUsedAt), lastUserAgent: 'PHP/5.3' });
      return id;
    };
    expect(await keys.findLastHistoricalUse(companyId, now)).toBeUndefined();
    await take('used', now - 5 * DAY_MS);
    await take('used long ago', now - 50 * DAY_MS);
    const rolled = await take('rolled', now);
    await manager.roll((await keys.findOfCompany(companyId, rolled)) as StoredKey, 'unlimited', 0);
    const listed = await keys.listHistorical(companyId, system.clock.now(), 1);
    expect(listed.map(({ name }) => name)).toEqual(['used long ago']);
    expect(await keys.findLastHistoricalUse(companyId, system.clock.now())).toEqual(new Date(now - 5 * DAY_MS));
  });
});

describe('warnings', () => {
  test('stand on the page, and go by mail once, whichever gateway asks', async () => {
    await make('Ending', '30');
    system.clock.forward(23 * DAY_MS + 60_000);
    expect((await (await signedIn(owner)).get(PATH)).text).toContain('Keys expiring soon');
    const mails: { to: string; subject: string; text: string }[] = [];
    const mailers = [gateway, other].map(({ connection, keyAccess, administrators }) =>
      createExpiryMail({
        warnings: createExpiryWarnings({
          store: createExpiryWarningStore(connection),
          keys: keyAccess.keys,
          clock: system.clock,
        }),
        mailer: {
          deliver: async (mail) => {
            mails.push(mail);
            return 'taken';
          },
        },
        administrators,
        companies: { find: async () => ({ ...system.company, version: 1 }) },
        siteUrl: 'https://cv.example',
        log: createLogger({ name: 'test', level: 'silent' }),
      }),
    );
    await Promise.all(mailers.map(({ sendDue }) => sendDue()));
    for (const { sendDue } of mailers) await sendDue();
    const toOwner = mails.filter(({ to, text }) => to === owner.email && text.includes('Ending'));
    expect(toOwner).toHaveLength(1);
    expect(toOwner[0]?.subject.replace('\u00a0', ' ')).toBe('Des clés d’API de Studio Lumière expirent d’ici 7 jours');
    expect(mails.some(({ to }) => to === viewer.email)).toBe(false);
    system.clock.forward(6 * DAY_MS);
    await Promise.all(mailers.map(({ sendDue }) => sendDue()));
    expect(mails.filter(({ to, text }) => to === owner.email && text.includes('Ending'))).toHaveLength(2);
  });
});
