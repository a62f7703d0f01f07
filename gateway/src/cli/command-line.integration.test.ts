import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyPassword } from '@vitae/accounts/credentials/password-hash';
import { checkedFetch } from '@vitae/test/support/gateway/checked-fetch';
import type { GatewayFixture } from '@vitae/test/support/gateway/gateway-fixture';
import { withRejectedAudit } from '@vitae/test/support/gateway/reject-audit';
import { type SystemFixture, signPath, startSystemFixture } from '@vitae/test/support/gateway/system-fixture';
import { runCommandLine } from './command-line.ts';
import { importLines } from './cv-import.ts';

let system: SystemFixture;
let gateway: GatewayFixture;
let folder: string;
let environment: NodeJS.ProcessEnv;

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
  environment = { DATA_DIR: folder, MONGODB_DATABASE: system.database };
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await system.close();
});

type Printed = { status: number; out: string; error: string };

async function vitae(...args: string[]): Promise<Printed> {
  const printed = { out: '', error: '' };
  const [out, error] = [process.stdout.write, process.stderr.write];
  const capture = (stream: 'out' | 'error') => (text: string) => {
    printed[stream] += text;
    return true;
  };
  process.stdout.write = capture('out') as typeof process.stdout.write;
  process.stderr.write = capture('error') as typeof process.stderr.write;
  try {
    const status = await runCommandLine(args, environment);
    return { status, ...printed };
  } finally {
    process.stdout.write = out;
    process.stderr.write = error;
  }
}

async function json<T = Record<string, unknown>>(...args: string[]): Promise<T> {
  const printed = await vitae(...args, '--json');
  expect([printed.status, printed.error]).toEqual([0, '']);
  expect(printed.out.trimEnd()).not.toContain('\n');
  return JSON.parse(printed.out) as T;
}

async function failure(...args: string[]): Promise<[number, string, string]> {
  const { status, out, error } = await vitae(...args, '--json');
  expect(out).toBe('');
  const { code, message } = (JSON.parse(error) as { error: { code: string; message: string } }).error;
  return [status, code, message];
}

const statusOf = async (key: { key: string; secret: string }, scheme: 'hmac' | 'md5' = 'hmac') =>
  (await checkedFetch(gateway.url + signPath(key, '/api/v1/rate-limit', { scheme }))).status;

describe('command line', () => {
  test('creates a company and sets its quotas', async () => {
    const created = await json<{ id: number }>('company', 'create', '--name', 'Société', '--time-zone', 'Asia/Tokyo');
    expect(created).toEqual({
      id: expect.any(Number),
      name: 'Société',
      timeZone: 'Asia/Tokyo',
      limits: { standard: 250, intensive: 10 },
    });
    const changed = await json('company', 'set-limits', '--company', String(created.id), '--standard', '7');
    expect(changed).toEqual({ ...created, limits: { standard: 7, intensive: 10 } });
    expect(await json<unknown[]>('company', 'list')).toContainEqual(changed);
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

  test('signs a URL without a running system', async () => {
    environment.DATA_DIR = '/nowhere';
    const url = 'https://h/api/v1/users/666?timestamp=1774267200&nonce=7b1f4c9a2e8d6035';
    const own = [
      '--key',
      'shw_live_3f9a1c74be2058d6a1f4c39e7b0d82f4',
      '--secret',
      'c4e1a9f7b2d85630fa47e91c8b0d2356e7f1a4c980b3d62e5f8a17c4b9d0e236',
    ];
    const signed = await json<{ url: string; canonical: string }>('sign', ...own, 'get', url);
    expect(signed.url).toContain('hash=be49e8c3daffdfe07b90fd1ee47f3062960f82bba4238b2ec244fbbacc63d621');
    expect(signed.canonical).toMatch(/^GET\n\/api\/v1\/users\/666\napikey=/);
    expect((await vitae('sign', ...own, 'GET', url)).out).toBe(`${signed.url}\n`);
    const legacy = ['--scheme', 'md5', '--key', 'IuQSDLKQLSDK344590Li987', '--secret', 'IuJyt42BnUiOlPM8FvB67tG'];
    const md5 = await json<{ url: string }>('sign', ...legacy, 'GET', 'https://h/api/v1/svc/cv/1?timestamp=1359021513');
    expect(md5.url).toContain('hash=44f36e1dd04a10c0be21b2d8e880f22b');
    environment.DATA_DIR = folder;
  });

  test.each([
    [['company', 'create']],
    [['company', 'create', '--name', ' ']],
    [['company', 'create', '--name', 'x', '--time-zone', 'Mars/Olympus']],
    [['company', 'set-limits', '--company', 'one']],
    [['company', 'set-limits', '--company', '1', '--standard', '-1']],
    [['key', 'create', '--company', '1', '--lifetime', '31']],
    [['sign', '--key', 'a', '--secret', 'b', 'BREW', 'https://h/']],
    [['sign', '--key', 'a', '--secret', 'b', 'GET', 'not a url']],
    [['sign', '--key', 'a', '--secret', 'b', 'GET', 'https://h/?a=1&a=2']],
    [['sign', '--key', 'a', '--secret', 'b', 'GET', 'https://h/?apikey=c']],
    [['nonsense']],
    [[]],
  ])('rejects incorrect usage: %j', async (args) => {
    expect(await failure(...args)).toEqual([2, 'USAGE', expect.any(String)]);
  });

  test.each([
    [['key', 'list', '--compny', '2'], "unknown option '--compny'", '--company'],
    [['key', 'list', '--compny=2'], "unknown option '--compny'", '--company'],
    [['user', 'create', '--usrname', 'a', '--company', '1'], "unknown option '--usrname'", '--username'],
    [['cv', 'import', '--user', '1', '--publsh', 'file.json'], "unknown option '--publsh'", '--publish'],
    [['usr', 'list'], "unknown command 'usr'", 'user'],
  ])('names an unknown option or command and the nearest known one: %j', async (args, problem, nearest) => {
    const [status, code, message] = await failure(...args);
    expect([status, code]).toEqual([2, 'USAGE']);
    expect(message).toContain(problem);
    expect(message).toContain(`Did you mean ${nearest}?`);
  });

  test('still reports missing options', async () => {
    expect(await failure('key', 'list')).toEqual([2, 'USAGE', expect.stringContaining('--company <id>')]);
  });

  test('prints its version without a running system', async () => {
    environment.DATA_DIR = '/nowhere';
    const { version } = await json<{ version: string }>('--version');
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect(await vitae('--version')).toEqual({ status: 0, out: `${version}\n`, error: '' });
    environment.DATA_DIR = folder;
  });

  test('reports objects that do not exist and a missing system', async () => {
    expect(await failure('key', 'create', '--company', '1')).toEqual([1, 'NOT_FOUND', 'There is no company 1.']);
    expect(await failure('key', 'revoke', '--key', 'vt_live_none')).toEqual([1, 'NOT_FOUND', expect.any(String)]);
    expect(await failure('company', 'set-limits', '--company', '1', '--standard', '1')).toEqual([
      1,
      'NOT_FOUND',
      expect.any(String),
    ]);
    environment.DATA_DIR = '/nowhere';
    const [status, code, message] = await failure('company', 'list');
    expect([status, code]).toEqual([1, 'FAILED_PRECONDITION']);
    expect(message).toContain('npm start');
    environment.DATA_DIR = folder;
  });
});

describe('cv import', () => {
  const file = async (name: string, content: string | Buffer) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };

  test.each([
    ['not JSON', 'name: Ada', 'Line 1, column 1: '],
    ['broken on line 3', '{\n  "basics": {},\n  "work" []\n}', "Line 3, column 10: Expected ':' after property name."],
    ['cut off', '{\n  "basics": {', 'Line 2, column 14: '],
    ['without fields', '{}', 'no fields'],
    ['empty', '', 'empty'],
    ['no object', '[1, 2]', 'not a JSON object'],
    ['50 MB', Buffer.alloc(50 * 1024 * 1024, ' '), 'larger than 1048576 bytes'],
    ['10,000 deep', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 'nested more than'],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'not valid UTF-8'],
  ])('rejects a file that is %s and reports its name', async (_what, content, words) => {
    const wrong = await file('wrong.json', content);
    const [status, code, message] = await failure('cv', 'import', '--user', '5', wrong);
    expect([status, code]).toEqual([1, 'INVALID_ARGUMENT']);
    expect(message).toContain(wrong);
    expect(message).toContain(words);
  });

  test('explains the outcomes in its report', () => {
    const field = (path: string, outcome: string) => ({ path, outcome, note: '' });
    const report = [field('basics.name', 'imported'), field('basics.shoe', 'kept')];
    expect(importLines([{ id: 7, title: 'Engineer', report }])).toEqual([
      'CV 7  Engineer  (1 fields imported)',
      '   kept  basics.shoe',
      expect.stringMatching(/^ {2}kept: .* stored beside the CV and returned by exports to JSON\.$/),
    ]);
  });

  test('rejects missing files, directories and unknown users', async () => {
    expect(await failure('cv', 'import', '--user', '5', join(folder, 'none.json'))).toEqual([
      1,
      'NOT_FOUND',
      expect.any(String),
    ]);
    expect(await failure('cv', 'import', '--user', '5', folder)).toEqual([1, 'INVALID_ARGUMENT', expect.any(String)]);
    const good = await file('good.json', '{"basics":{}}');
    expect(await failure('cv', 'import', '--user', '987654', good)).toEqual([
      1,
      'NOT_FOUND',
      'There is no user 987654.',
    ]);
  });
});
