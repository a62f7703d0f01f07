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
import type { WebVisitor } from '@vitae/test/support/gateway/web-visitor';
import { freeLease } from '@vitae/test/support/kit/free-lease';
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

const signedIn = (by: AdministratorFixture) => signedInAt(gateway, by);

describe('list of keys', () => {
  test('shows 10,000 keys in pages and searches them by name and key', async () => {
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

describe('legacy keys', () => {
  test('show their last use and have a timestamp policy that can be changed', async () => {
    const { id } = await gateway.keyAccess.manager.importLegacy(system.company.id, 'Old', `old-${owner.id}`, 'secret');
    const lastUsedAt = new Date(system.clock.now());
    await gateway.keyAccess.legacyUses.add(id, { uses: 1_204, lateUses: 7, lastUsedAt, lastUserAgent: 'PHP/5.3' });
    const list = await visitor.get(PATH);
    expect(list.text).toContain('Historical (MD5)');
    expect(list.text).toContain('1,204');
    const policyOf = async () => (await gateway.keyAccess.keys.findOfCompany(system.company.id, id))?.timestampPolicy;
    const page = await visitor.get(`${PATH}/${id}`);
    expect(page.text).toContain('Not yet. From ');
    await visitor.submit(page, `${PATH}/${id}/timestamp-policy`, { policy: 'enforce' });
    expect(await policyOf()).toBe('enforce');
    await visitor.submit(page, `${PATH}/${id}/timestamp-policy`, { policy: 'whatever' });
    expect(await policyOf()).toBe('enforce');
  });

  test('have pages of their own beside the list of all keys', async () => {
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

  test('affect the last use shown only until they end', async () => {
    const { keys, manager, legacyUses } = gateway.keyAccess;
    const companyId = system.otherCompany.id;
    const now = system.clock.now();
    const addUsed = async (name: string, lastUsedAt: number) => {
      const { id } = await manager.importLegacy(companyId, name, `${name}-${owner.id}`, 'secret');
      await legacyUses.add(id, { uses: 1, lateUses: 0, lastUsedAt: new Date(lastUsedAt), lastUserAgent: 'PHP/5.3' });
      return id;
    };
    expect(await keys.findLastHistoricalUse(companyId, now)).toBeUndefined();
    await addUsed('used', now - 5 * DAY_MS);
    await addUsed('used long ago', now - 50 * DAY_MS);
    const rolled = await addUsed('rolled', now);
    await manager.roll((await keys.findOfCompany(companyId, rolled)) as StoredKey, 'unlimited', 0);
    const listed = await keys.listHistorical(companyId, system.clock.now(), 1);
    expect(listed.map(({ name }) => name)).toEqual(['used long ago']);
    expect(await keys.findLastHistoricalUse(companyId, system.clock.now())).toEqual(new Date(now - 5 * DAY_MS));
  });
});

describe('restrictions of historical keys', () => {
  const ENDPOINT = 'endpoint:cv.read';
  const auditOf = async (id: number) =>
    (await gateway.audit.list(system.company.id, {})).entries.filter(({ target }) => target.id === String(id));

  /** Imports a key that read CVs, deleted users, and used one address. */
  async function usedKey(name: string) {
    const { manager, keys, observations } = gateway.keyAccess;
    const { company } = system;
    const { id } = await manager.importLegacy(company.id, name, `${name}-${owner.id}`, 'secret');
    const counters = [
      { source: `k${id}`, endpoint: 'cv.read', name: 'accepted_standard', count: 41 },
      { source: `k${id}`, endpoint: 'users.delete', name: 'accepted_intensive', count: 2 },
    ];
    const minute = Math.floor(system.clock.now() / 60_000) - 5;
    const consumed = { companyId: company.id, minute, generation: name, counters };
    await gateway.consumption.store.flush([{ minute: consumed, timeZone: company.timeZone }]);
    await observations.add(id, { addresses: new Map([['192.0.2.7', 43]]), others: 0, repeated: 0, late: 0 });
    const path = `${PATH}/${id}`;
    const fence = async () => (await keys.findOfCompany(company.id, id))?.fence;
    return { id, path, fence };
  }

  /** Returns the fields that a browser would submit unchanged. */
  function filledFields(text: string): Record<string, string> {
    const boxes = [...text.matchAll(/<input type="checkbox" name="([^"]+)"[^>]* checked/g)].map(([, name]) => [
      name,
      'on',
    ]);
    const networks = /<textarea[^>]* name="networks"[^>]*>([^<]*)</.exec(text)?.[1] ?? '';
    return { ...Object.fromEntries(boxes), networks };
  }

  test('are suggested from the last 30 days and enabled with one click', async () => {
    const { id, path, fence } = await usedKey('one-click');
    const page = await visitor.get(path);
    expect(page.text).toContain('41 requests');
    expect(page.text).toContain('What these restrictions would have rejected in the last 30 days');
    expect(filledFields(page.text)).toEqual({ [ENDPOINT]: 'on', singleUse: 'on', networks: '192.0.2.0/24' });
    const saved = await visitor.submit(page, `${path}/fence`, { ...filledFields(page.text), action: 'save' });
    expect([saved.status, saved.location]).toEqual([303, `${path}?done=fence`]);
    expect(await fence()).toEqual({ endpoints: ['cv.read'], networks: ['192.0.2.0/24'], singleUse: true });
    expect(await auditOf(id)).toMatchObject([
      { action: 'keyFenceChanged', detail: { endpoints: 'cv.read', networks: '192.0.2.0/24', singleUse: 'true' } },
    ]);
    const fenced = await visitor.get(`${path}?done=fence`);
    expect(fenced.text).toContain('The restrictions have been saved.');
    await visitor.submit(fenced, `${path}/fence`, { ...filledFields(fenced.text), action: 'save' });
    expect(await auditOf(id)).toHaveLength(1);
    await visitor.submit(fenced, `${path}/fence`, { action: 'remove' });
    expect(await fence()).toBeNull();
    expect((await auditOf(id))[0]?.action).toBe('keyFenceRemoved');
  });

  test('are previewed with the requests that they would have rejected, without being saved', async () => {
    const { path, fence } = await usedKey('preview');
    const fields = { [ENDPOINT]: 'on', networks: '198.51.100.0/24', action: 'preview' };
    const preview = await visitor.submit(await visitor.get(path), `${path}/fence`, fields);
    expect(preview.status).toBe(200);
    const rows = preview.text.slice(preview.text.indexOf('What these restrictions would have rejected'));
    expect([...rows.matchAll(/<code>([^<]+)<\/code>/g)].map(([, name]) => name)).toEqual(['users.delete', '192.0.2.7']);
    expect(filledFields(preview.text)).toEqual({ [ENDPOINT]: 'on', networks: '198.51.100.0/24' });
    expect(await fence()).toBeUndefined();
  });

  test.each([
    ['without an endpoint', { networks: '' }, 'Select at least one endpoint.'],
    ['with an invalid network', { [ENDPOINT]: 'on', networks: '192.0.2.0/24\n<b>' }, '“&lt;b>” is not an IP address'],
    ['with too many networks', { [ENDPOINT]: 'on', networks: '10.0.0.1\n'.repeat(51) }, 'Enter at most 50 networks.'],
  ])('are not saved %s', async (name, fields, problem) => {
    const { path, fence } = await usedKey(name);
    const response = await visitor.submit(await visitor.get(path), `${path}/fence`, { ...fields, action: 'save' });
    expect(response.status).toBe(422);
    expect(response.text).toContain(problem);
    expect(await fence()).toBeUndefined();
  });

  test('are shown to viewers, who cannot change them', async () => {
    const { path, fence } = await usedKey('viewed');
    const page = await visitor.get(path);
    await visitor.submit(page, `${path}/fence`, { ...filledFields(page.text), action: 'save' });
    const viewerVisitor = await signedIn(viewer);
    const seen = await viewerVisitor.get(path);
    expect(seen.text).toContain('192.0.2.0/24');
    expect(seen.text).not.toContain(`${path}/fence`);
    const csrf = /name="csrf" value="([^"]+)"/.exec(seen.text)?.[1] ?? '';
    const denied = await viewerVisitor.post(`${path}/fence`, { csrf, action: 'remove' }, { Origin: gateway.url });
    expect(denied.status).toBe(403);
    expect(await fence()).toMatchObject({ singleUse: true });
  });
});

describe('expiry warnings', () => {
  test('appear on the page and are sent by email once across gateways', async () => {
    await gateway.keyAccess.manager.create(system.company.id, 'Ending', '30');
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
            return 'accepted';
          },
        },
        administrators,
        companies: { find: async () => ({ ...system.company, version: 1 }) },
        siteUrl: 'https://cv.example',
        lease: freeLease,
        log: createLogger({ name: 'test', level: 'silent' }),
      }),
    );
    await Promise.all(mailers.map(({ run }) => run()));
    for (const { run } of mailers) await run();
    const toOwner = mails.filter(({ to, text }) => to === owner.email && text.includes('Ending'));
    expect(toOwner).toHaveLength(1);
    expect(toOwner[0]?.subject.replace('\u00a0', ' ')).toBe('Des clés d’API de Studio Lumière expirent d’ici 7 jours');
    expect(mails.some(({ to }) => to === viewer.email)).toBe(false);
    system.clock.forward(6 * DAY_MS);
    await Promise.all(mailers.map(({ run }) => run()));
    expect(mails.filter(({ to, text }) => to === owner.email && text.includes('Ending'))).toHaveLength(2);
  });
});
