import { createInProcessCommandLine } from '@vitae/test/support/gateway/in-process-command-line';
import { runCommandLine } from './command-line.ts';

const { vitae, json, failure } = createInProcessCommandLine(runCommandLine, { DATA_DIR: '/nowhere' });

describe('command line without a running system', () => {
  test('signs a URL', async () => {
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
  });

  test.each([
    [['company', 'create']],
    [['company', 'create', '--name', ' ']],
    [['company', 'create', '--name', 'x', '--time-zone', 'Mars/Olympus']],
    [['company', 'update', '--company', '1']],
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

  test('prints its version', async () => {
    const { version } = await json<{ version: string }>('--version');
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect(await vitae('--version')).toEqual({ status: 0, out: `${version}\n`, error: '' });
  });

  test('explains how to start a system', async () => {
    const [status, code, message] = await failure('company', 'list');
    expect([status, code]).toEqual([1, 'FAILED_PRECONDITION']);
    expect(message).toContain('npm start');
  });
});
