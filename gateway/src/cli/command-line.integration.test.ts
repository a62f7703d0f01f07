import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyPassword } from '@vitae/accounts/credentials/password-hash';
import { checkedFetch } from '@vitae/test/support/gateway/checked-fetch';
import type { GatewayFixture } from '@vitae/test/support/gateway/gateway-fixture';
import { createInProcessCommandLine } from '@vitae/test/support/gateway/in-process-command-line';
import { withRejectedAudit } from '@vitae/test/support/gateway/reject-audit';
import { type SystemFixture, signPath, startSystemFixture } from '@vitae/test/support/gateway/system-fixture';
import { runCommandLine } from './command-line.ts';

let system: SystemFixture;
let gateway: GatewayFixture;
let folder: string;
const environment: NodeJS.ProcessEnv = {};
const { vitae, json, failure } = createInProcessCommandLine(runCommandLine, environment);

beforeAll(async () => {
  system = await startSystemFixture(process.env);
  gateway = await system.start();
  folder = await mkdtemp(join(tmpdir(), 'vitae-cli-'));
  const { mongodbUri, redisUrl } = system;
  const processes = [{ name: 'resume', pid: 1, url: system.resume.address }];
  await writeFile(
    join(folder, 'run.json'),
    JSON.stringify({ gateways: [gateway.url], mongodbUri, redisUrl, processes }),
  );
  await writeFile(join(folder, 'master-keys'), `${system.masterKeys}\n`);
  await writeFile(join(folder, 'service-key-gateway'), `${system.serviceKey}\n`);
  Object.assign(environment, { DATA_DIR: folder, MONGODB_DATABASE: system.database });
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await system.close();
});

const statusOf = async (key: { key: string; secret: string }, scheme: 'hmac' | 'md5' = 'hmac') =>
  (await checkedFetch(gateway.url + signPath(key, '/api/v1/rate-limit', { scheme }))).status;

describe('command line', () => {
  test('creates a company and sets its quotas', async () => {
    const created = await json<{ id: number }>('company', 'create', '--name', 'Société', '--time-zone', 'Asia/Tokyo');
    expect(created).toEqual({
      id: expect.any(Number),
      name: 'Société',
      slug: 'societe',
      timeZone: 'Asia/Tokyo',
      limits: { standard: 250, intensive: 10 },
      signInUrl: `${gateway.url}/societe/sign-in`,
    });
    const changed = await json('company', 'set-limits', '--company', String(created.id), '--standard', '7');
    expect(changed).toEqual({ ...created, limits: { standard: 7, intensive: 10 } });
    expect(await json<unknown[]>('company', 'list')).toContainEqual(changed);
    expect((await vitae('company', 'list')).out).toContain(`${gateway.url}/societe/sign-in`);
  });

  test('creates a company with a chosen address of its sign-in page', async () => {
    const create = ['company', 'create', '--name', 'North', '--slug'];
    expect(await json(...create, 'north-office')).toMatchObject({ slug: 'north-office' });
    const taken = [1, 'ALREADY_EXISTS', 'Another company has the slug north-office. Choose another one.'];
    expect(await failure(...create, 'north-office')).toEqual(taken);
    expect(await failure(...create, 'settings')).toEqual([1, 'INVALID_ARGUMENT', expect.stringContaining('reserved')]);
  });

  test('changes the address of the sign-in page of a company', async () => {
    const created = await json<{ id: number; slug: string }>('company', 'create', '--name', 'Moving');
    await json('company', 'create', '--name', 'Taken', '--slug', 'taken-address');
    const update = ['company', 'update', '--company', String(created.id), '--slug'];
    const rejected = await withRejectedAudit(system.connection, 'companyAddressChanged', () => vitae(...update, 'new'));
    expect(rejected).toMatchObject({ status: 1 });
    for (const [slug, code] of [
      ['taken-address', 'ALREADY_EXISTS'],
      ['settings', 'INVALID_ARGUMENT'],
    ] as const)
      expect((await failure(...update, slug))[1]).toBe(code);
    expect(await json<unknown[]>('company', 'list')).toContainEqual(created);
    const moved = { ...created, slug: 'moved-here', signInUrl: `${gateway.url}/moved-here/sign-in` };
    expect(await json(...update, 'moved-here')).toEqual(moved);
    expect(await json<unknown[]>('company', 'list')).toContainEqual(moved);
  });

  test('creates users of two companies with the same user name', async () => {
    const names = ['--username', 'same.name', '--firstname', 'Some', '--lastname', 'Name', '--email', 'x@example.com'];
    const { id } = await json<{ id: number }>('company', 'create', '--name', 'Second');
    for (const company of [system.company.id, id])
      expect(await json('user', 'create', '--company', String(company), ...names)).toHaveProperty('password');
  });

  test('creates, lists and revokes a key', async () => {
    const company = ['--company', String(system.company.id)];
    const key = await json<{ key: string; secret: string }>(
      'key',
      'create',
      ...company,
      '--name',
      'Mine',
      '--lifetime',
      '90',
    );
    expect(key).toEqual({
      key: expect.stringMatching(/^vt_live_[0-9a-f]{32}$/),
      secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      name: 'Mine',
      scheme: 'hmac',
      state: 'active',
      expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      compatibility: null,
    });
    expect(await statusOf(key)).toBe(200);
    const listed = (await vitae('key', 'list', ...company, '--json')).out;
    expect(listed).toContain(key.key);
    expect(listed).not.toContain(key.secret);
    expect(await json('key', 'revoke', '--key', key.key)).toMatchObject({ key: key.key, state: 'revoked' });
    expect(await statusOf(key)).toBe(403);
    expect(await json('key', 'revoke', '--key', key.key)).toMatchObject({ state: 'revoked' });
  });

  test('imports a historical key once', async () => {
    const own = [
      '--company',
      String(system.company.id),
      '--key',
      'IuQSDLKQLSDK344590Li987',
      '--secret',
      'IuJyt42BnUiOlPM8FvB67tG',
    ];
    expect(await json('key', 'import-legacy', ...own)).toMatchObject({
      key: 'IuQSDLKQLSDK344590Li987',
      scheme: 'md5',
      state: 'active',
    });
    expect(await statusOf({ key: 'IuQSDLKQLSDK344590Li987', secret: 'IuJyt42BnUiOlPM8FvB67tG' }, 'md5')).toBe(200);
    expect(await failure('key', 'import-legacy', ...own)).toEqual([1, 'ALREADY_EXISTS', expect.any(String)]);
    expect(await failure('key', 'import-legacy', '--company', '1', '--key', 'vt_live_0', '--secret', 'x')).toEqual([
      1,
      'INVALID_ARGUMENT',
      expect.any(String),
    ]);
  });

  test('creates keys and applications with a compatibility profile and changes it', async () => {
    const company = ['--company', String(system.company.id)];
    const imported = ['key', 'import-legacy', ...company, '--key', 'of-2012', '--secret', 's', '--name', 'Old'];
    expect(await json(...imported, '--compat', '2012')).toMatchObject({ compatibility: '2012' });
    const { key } = await json<{ key: string }>('key', 'create', ...company, '--name', 'Made', '--compat', '2012');
    const update = (compat: string) => json('key', 'update', '--key', key, '--compat', compat);
    for (const _repeated of [1, 2]) expect(await update('none')).toMatchObject({ key, compatibility: null });
    expect(await update('2012')).toMatchObject({ key, compatibility: '2012' });
    expect((await vitae('key', 'list', ...company)).out).toMatch(/of-2012 .* 2012$/m);
    expect((await vitae('key', 'update', '--key', key, '--compat', '2013')).status).toBe(2);
    expect((await failure('key', 'update', '--key', 'missing', '--compat', 'none'))[1]).toBe('NOT_FOUND');

    const application = ['app', 'create', ...company, '--name', 'Client', '--callback', 'oob'];
    const { id } = await json<{ id: number }>(...application, '--compat', '2012');
    const change = (compat: string) => json('app', 'update', '--app', String(id), '--compat', compat);
    for (const _repeated of [1, 2]) expect(await change('none')).toMatchObject({ id, compatibility: null });
    expect(await change('2012')).toMatchObject({ id, compatibility: '2012' });
    expect(await json<unknown[]>('app', 'list', ...company)).toContainEqual(
      expect.objectContaining({ id, compatibility: '2012' }),
    );
    expect((await failure('app', 'update', '--app', '999999', '--compat', 'none'))[1]).toBe('NOT_FOUND');

    const entries = await system.connection
      .collection('auditEntries')
      .find({ 'target.name': { $in: ['Made', 'Client'] } });
    const details = (await entries.toArray()).map(({ action, detail }) => [action, detail]);
    const changes = [
      ['compatibilityChanged', { from: '2012', to: 'none' }],
      ['compatibilityChanged', { from: 'none', to: '2012' }],
    ];
    expect(details).toEqual([
      ['keyCreated', { compatibility: '2012' }],
      ...changes,
      ['applicationCreated', { compatibility: '2012' }],
      ...changes,
    ]);
  });

  test('creates applications with origins, lists and replaces them', async () => {
    const company = ['--company', String(system.company.id)];
    const create = ['app', 'create', ...company, '--name', 'Page', '--callback', 'oob'];
    const { id } = await json<{ id: number }>(...create, '--origin', 'https://a.example', 'http://localhost:3000/');
    const stored = async () => (await json<{ id: number }[]>('app', 'list', ...company)).find((one) => one.id === id);
    expect(await stored()).toMatchObject({ origins: ['https://a.example', 'http://localhost:3000'] });
    expect((await vitae('app', 'list', ...company)).out).toMatch(
      /Page .* https:\/\/a\.example http:\/\/localhost:3000$/m,
    );
    const update = ['app', 'update', '--app', String(id)];
    expect(await json(...update, '--origin', 'https://b.example')).toMatchObject({ origins: ['https://b.example'] });
    expect((await failure(...update, '--origin', 'http://b.example'))[1]).toBe('INVALID_ARGUMENT');
    expect((await failure(...update))[1]).toBe('INVALID_ARGUMENT');
    expect(await stored()).toMatchObject({ origins: ['https://b.example'] });
    expect(await json(...update, '--no-origin')).toMatchObject({ origins: [] });
    const entries = await system.connection.collection('auditEntries').find({ 'target.name': 'Page' }).toArray();
    expect(entries.map(({ detail }) => detail)).toEqual([
      { origins: 'https://a.example http://localhost:3000' },
      { origins: 'https://b.example' },
      { origins: '' },
    ]);
  });

  test('shows, sets and removes the restrictions of a historical key', async () => {
    const own = { key: 'fenced-partner', secret: 'secret of 2012' };
    const company = String(system.company.id);
    await json('key', 'import-legacy', '--company', company, '--key', own.key, '--secret', own.secret);
    expect(await statusOf(own, 'md5')).toBe(200);
    const fence = (...options: string[]) => json<{ fence: unknown }>('key', 'fence', '--key', own.key, ...options);
    await gateway.gateway.background.fenceObserver.flush();
    const suggested = { endpoints: ['rate-limit.read'], networks: ['127.0.0.0/24'], singleUse: true };
    expect(await fence()).toMatchObject({ fence: null, suggested, rejected: { endpoints: [], addresses: [] } });
    const first = await fence('--endpoint', 'cv.read', 'users.list', '--network', '192.0.2.7', '--single-use');
    expect(first).toMatchObject({
      fence: { endpoints: ['cv.read', 'users.list'], networks: ['192.0.2.7/32'], singleUse: true },
      rejected: { endpoints: [{ endpoint: 'rate-limit.read', count: 1 }] },
    });
    expect(await statusOf(own, 'md5')).toBe(403);
    expect((await fence('--any-network', '--no-single-use')).fence).toEqual({
      endpoints: ['cv.read', 'users.list'],
      networks: [],
      singleUse: false,
    });
    expect((await fence('--suggested')).fence).toEqual(suggested);
    expect(await statusOf(own, 'md5')).toBe(200);
    expect((await vitae('key', 'fence', '--key', own.key)).out).toContain('The key has these restrictions:');
    for (const [options, message] of [
      [['--endpoint', 'cv.reed'], 'cv.reed'],
      [['--network', '192.0.2'], '192.0.2: must be'],
    ] as const)
      expect(await failure('key', 'fence', '--key', own.key, ...options)).toEqual([
        1,
        'INVALID_ARGUMENT',
        expect.stringContaining(message),
      ]);
    expect((await fence('--off')).fence).toBeNull();
    const entries = await system.connection
      .collection('auditEntries')
      .find({ 'target.name': 'Historical key' })
      .toArray();
    expect(entries.map(({ action }) => action).filter((action) => action.startsWith('keyFence'))).toEqual([
      ...['keyFenceChanged', 'keyFenceChanged', 'keyFenceChanged', 'keyFenceRemoved'],
    ]);
    const hmac = ['--key', system.key.key, '--suggested'];
    expect(await failure('key', 'fence', ...hmac)).toEqual([
      1,
      'INVALID_ARGUMENT',
      expect.stringContaining('historical'),
    ]);
  });

  test('does not store secrets in plain text', async () => {
    const key = await json<{ key: string; secret: string }>('key', 'create', '--company', String(system.company.id));
    const stored = JSON.stringify(await system.connection.collection('keys').findOne({ key: key.key }));
    expect(stored).not.toContain(key.secret);
  });

  test('creates an administrator with a given or generated password', async () => {
    const company = ['--company', String(system.company.id)];
    const created = await json<{ password: string }>('admin', 'create', ...company, '--email', 'Ada@Example.com');
    expect(created).toEqual({
      id: expect.any(Number),
      email: 'Ada@Example.com',
      password: expect.stringMatching(/^\S{16,}$/),
    });
    const stored = await system.connection.collection('administrators').findOne({ emailKey: 'ada@example.com' });
    expect(await verifyPassword(created.password, stored?.passwordHash)).toBe(true);
    expect(await failure('admin', 'create', ...company, '--email', 'ADA@example.com')).toEqual([
      1,
      'ALREADY_EXISTS',
      expect.any(String),
    ]);
    for (const password of ['short', 'Password1!', 'some.name@example.com']) {
      const options = ['--email', 'some.name@example.com', '--password', password];
      const rejected = [1, 'INVALID_ARGUMENT', expect.stringContaining('The password ')];
      expect(await failure('admin', 'create', ...company, ...options)).toEqual(rejected);
      const names = ['--username', 'some.name', '--firstname', 'Some', '--lastname', 'Name'];
      expect(await failure('user', 'create', ...company, ...names, ...options)).toEqual(rejected);
    }
  });

  test('invites a user and withdraws the invitation', async () => {
    const names = ['--username', 'invited', '--email', 'invited@example.com', '--firstname', 'A', '--lastname', 'B'];
    const create = ['user', 'create', '--company', String(system.company.id), ...names];
    type Invited = { id: number; invitation: { mailed: boolean; url: string } };
    const created = await json<Invited>(...create, '--invite', '--locale', 'fr');
    expect(created.invitation).toEqual({
      mailed: false,
      url: expect.stringMatching(/^http:\/\/[^/]+\/account\/invitation\/[\w-]{43}$/),
      expiresAt: expect.any(String),
    });
    expect(created).not.toHaveProperty('password');
    const user = ['--user', String(created.id)];
    const again = await vitae('user', 'invite', ...user);
    expect(again.out).toMatch(/^Send this link to the user privately: http:\S+\nValid once, until \S+\.\n$/);
    Object.assign(environment, { SMTP_FROM: 'no-reply@example.com' });
    const mailed = await json<Invited['invitation']>('user', 'invite', ...user);
    delete environment.SMTP_FROM;
    expect(mailed).toMatchObject({ mailed: true, url: null });
    expect(await json('user', 'withdraw-invitation', ...user)).toEqual({ user: created.id, withdrawn: true });
    const missing = [1, 'NOT_FOUND', expect.any(String)];
    expect(await failure('user', 'withdraw-invitation', ...user)).toEqual(missing);
    for (const command of ['invite', 'reset-password'])
      expect(await failure('user', command, '--user', '987654')).toEqual(missing);
    expect(await failure('user', 'reset-password', ...user)).toEqual([1, 'ABORTED', expect.stringContaining('Invite')]);
    const conflicting = [2, 'USAGE', expect.stringContaining('cannot be used with')];
    expect(await failure(...create, '--invite', '--password', 'correct horse')).toEqual(conflicting);
    expect(await failure(...create, '--locale', 'fr')).toEqual([1, 'INVALID_ARGUMENT', expect.any(String)]);
    const entries = await system.connection
      .collection('auditEntries')
      .find({ 'target.kind': 'user', 'target.id': String(created.id) })
      .sort({ _id: 1 })
      .toArray();
    expect(entries.map(({ action, actor }) => [action, actor.kind])).toEqual([
      ...['ownerInvited', 'ownerInvited', 'ownerInvited', 'ownerInvitationWithdrawn'].map((one) => [one, 'operator']),
    ]);
  });

  test('creates a link to reset the password of a user', async () => {
    const names = [
      '--username',
      'forgetful',
      '--email',
      'forgetful@example.com',
      '--firstname',
      'A',
      '--lastname',
      'B',
    ];
    const company = ['--company', String(system.company.id)];
    const { id } = await json<{ id: number }>('user', 'create', ...company, ...names);
    const sent = await json('user', 'reset-password', '--user', String(id), ...company, '--locale', 'de');
    expect(sent).toEqual({
      mailed: false,
      url: expect.stringMatching(/^http:\/\/[^/]+\/account\/reset\/[\w-]{43}$/),
      expiresAt: expect.any(String),
    });
    const entry = await system.connection.collection('auditEntries').findOne({ 'target.id': String(id) });
    expect(entry).toMatchObject({ action: 'ownerResetLinkMade', actor: { kind: 'operator' } });
  });

  test('creates a password reset link and records it in the audit log', async () => {
    const company = ['--company', String(system.company.id)];
    await json('admin', 'create', ...company, '--email', 'lost@example.com', '--role', 'viewer');
    const { url } = await json<{ url: string }>('admin', 'reset', '--email', 'LOST@example.com', '--second-factor');
    expect(url).toMatch(/^http:\/\/[^/]+\/settings\/reset\/[\w-]{43}$/);
    const stored = await system.connection.collection('oneTimeLinks').findOne({ email: 'lost@example.com' });
    expect(JSON.stringify(stored)).not.toContain(url.slice(-43));
    const entries = await system.connection
      .collection('auditEntries')
      .find({ 'target.name': 'lost@example.com' })
      .sort({ _id: 1 })
      .toArray();
    expect(entries.map(({ action, actor }) => [action, actor.kind])).toEqual([
      ['administratorCreated', 'operator'],
      ['secondFactorOff', 'operator'],
      ['resetLinkMade', 'operator'],
    ]);
    expect(await failure('admin', 'reset', '--email', 'unknown@example.com')).toEqual([
      1,
      'NOT_FOUND',
      expect.any(String),
    ]);
  });

  test('changes nothing if the audit log cannot be written', async () => {
    const { connection } = system;
    const created = await json<{ id: number }>('company', 'create', '--name', 'Unrecorded');
    const company = ['--company', String(created.id)];
    const rejected = (action: string, ...args: string[]) => withRejectedAudit(connection, action, () => vitae(...args));
    const limits = ['company', 'set-limits', ...company, '--standard', '7'];
    expect(await rejected('limitsChanged', ...limits)).toMatchObject({ status: 1 });
    expect(await json<unknown[]>('company', 'list')).toContainEqual(created);
    const email = 'unrecorded@example.com';
    const create = ['admin', 'create', ...company, '--email', email];
    expect(await rejected('administratorCreated', ...create)).toMatchObject({ status: 1 });
    await json(...create);
    const reset = ['admin', 'reset', '--email', email, '--second-factor'];
    expect(await rejected('secondFactorOff', ...reset)).toMatchObject({ status: 1 });
    expect(await rejected('resetLinkMade', ...reset)).toMatchObject({ status: 1 });
    const actions = await connection.collection('auditEntries').find({ 'target.name': email }).toArray();
    expect(actions.map(({ action }) => action)).toEqual(['administratorCreated']);
    expect(await connection.collection('oneTimeLinks').countDocuments({ email })).toBe(0);
  });

  test('reports objects that do not exist', async () => {
    expect(await failure('key', 'create', '--company', '1')).toEqual([1, 'NOT_FOUND', 'There is no company 1.']);
    expect(await failure('key', 'revoke', '--key', 'vt_live_none')).toEqual([1, 'NOT_FOUND', expect.any(String)]);
    expect(await failure('company', 'set-limits', '--company', '1', '--standard', '1')).toEqual([
      1,
      'NOT_FOUND',
      expect.any(String),
    ]);
  });

  test('rejects an import for an unknown user', async () => {
    const file = join(folder, 'good.json');
    await writeFile(file, '{"basics":{}}');
    expect(await failure('cv', 'import', '--user', '987654', file)).toEqual([
      1,
      'NOT_FOUND',
      'There is no user 987654.',
    ]);
  });
});
