import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandFailure, type CommandLine } from './command-line.ts';
import { ensureDemo } from './demo.ts';

let dataDir: string;
let calls: string[];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vitae-demo-'));
  calls = [];
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** A fake command line; `fail` may return an error for a command. */
const commandLine = (fail: (command: string) => Error | undefined = () => undefined): CommandLine => {
  let lastId = 0;
  return (async (...args: string[]) => {
    const command = args.join(' ');
    calls.push(command);
    const error = fail(command);
    if (error) throw error;
    const option = (flag: string) => args[args.indexOf(flag) + 1];
    lastId += 1;
    if (args[0] === 'cv')
      return args.filter((word) => word.endsWith('.json')).map((_file, index) => ({ id: lastId * 10 + index }));
    return { id: lastId, key: 'vt_live_x', secret: 's', email: option('--email'), password: 'made' };
  }) as CommandLine;
};
const make = (vitae: CommandLine, mongodbUri = 'mongodb://127.0.0.1:27018/?replicaSet=vitae') =>
  ensureDemo({ dataDir, mongodbUri, vitae, examples: '/examples' });

test('creates a company, its administrator and key, an owner and three published CVs', async () => {
  const demo = await make(commandLine());
  expect(demo).toMatchObject({
    companyId: 1,
    key: 'vt_live_x',
    secret: 's',
    admin: { password: 'made' },
    owner: { username: 'jane' },
  });
  expect(demo.cvIds).toHaveLength(3);
  expect(calls.filter((call) => call.startsWith('cv import')).every((call) => call.includes('--publish'))).toBe(true);
  expect(calls.filter((call) => call.includes('--main'))).toHaveLength(1);
});

test('is created once, even if the local database moves to another port', async () => {
  const first = await make(commandLine());
  calls = [];
  expect(await make(commandLine(), 'mongodb://127.0.0.1:40000/?replicaSet=vitae')).toEqual(first);
  expect(calls).toEqual([]);
});

test('is created again in another database', async () => {
  await make(commandLine());
  calls = [];
  await make(commandLine(), 'mongodb://db.example.com/?replicaSet=rs0');
  expect(calls).not.toEqual([]);
});

test('continues after a start that was killed', async () => {
  const killed = new Error('killed');
  await expect(make(commandLine((command) => (command.includes('sample') ? killed : undefined)))).rejects.toBe(killed);
  calls = [];
  await make(commandLine());
  expect(calls).toHaveLength(1);
  expect(calls[0]).toContain('sample.resume.json');
});

test('uses another name if the name was taken just before the kill', async () => {
  const taken = new CommandFailure('ALREADY_EXISTS', 'The user name is taken');
  const demo = await make(commandLine((command) => (command.includes('--username jane ') ? taken : undefined)));
  expect(demo.owner.username).toMatch(/^jane-[0-9a-f]{6}$/);
});

test('reports any other error', async () => {
  const unavailable = new CommandFailure('UNAVAILABLE', 'MongoDB is not reachable');
  await expect(make(commandLine((command) => (command.startsWith('admin') ? unavailable : undefined)))).rejects.toBe(
    unavailable,
  );
});
