import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInProcessCommandLine } from '@vitae/test/support/gateway/in-process-command-line';
import { runCommandLine } from './command-line.ts';
import { importLines } from './cv-import.ts';

const { failure } = createInProcessCommandLine(runCommandLine, { DATA_DIR: '/nowhere' });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitae-import-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('cv import', () => {
  const file = async (name: string, content: string | Buffer) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };

  test.each([
    ['not JSON', 'name: Ada', 'Line 1, column 1: '],
    ['broken on line 3', '{\n  "basics": {},\n  "work" []\n}', "Line 3, column 10: Expected ':' after property name."],
    ['cut off', '{\n  "basics": {', 'Line 2, column 14: '],
    ['broken after a byte order mark', '\uFEFF{\r\n  "basics" {}\r\n}', 'Line 2, column 12: '],
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

  test('rejects missing files and directories', async () => {
    expect(await failure('cv', 'import', '--user', '5', join(folder, 'none.json'))).toEqual([
      1,
      'NOT_FOUND',
      expect.any(String),
    ]);
    expect(await failure('cv', 'import', '--user', '5', folder)).toEqual([1, 'INVALID_ARGUMENT', expect.any(String)]);
  });
});
