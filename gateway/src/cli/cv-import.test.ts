import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { invalid, notFound, unavailable } from '@vitae/kit/errors';
import { createInProcessCommandLine } from '@vitae/test/support/gateway/in-process-command-line';
import { runCommandLine } from './command-line.ts';
import { importCvs, importLines } from './cv-import.ts';

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
    ['a PDF of another program', '%PDF-1.7\n', 'contains no CV data'],
    ['a PDF of 50 MB', Buffer.alloc(50 * 1024 * 1024, '%PDF-1.7\n'), 'document is larger than 8388608 bytes'],
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

  describe('into a running system', () => {
    const COMPANIES = 10_000;
    const OWNER = 9_900;
    let keys: string[];
    let pauses: number;
    let concurrent: number;
    let searched: number;
    beforeEach(() => {
      [keys, pauses, concurrent, searched] = [[], 0, 0, 0];
    });

    /** Imports files into a system whose creations fail as given, one after the other; the others succeed. */
    async function imported(files: number, failures: (Error | undefined)[], settings = {}) {
      let reads = 0;
      const isOfOwner = async (_key: object, { companyId }: { companyId: number }) => {
        reads += 1;
        searched += 1;
        concurrent = Math.max(concurrent, reads);
        await Promise.resolve();
        reads -= 1;
        if (companyId !== OWNER) throw notFound('user_not_found', 'No user.');
      };
      const createCv = async ({ idempotencyKey }: { idempotencyKey: string }) => {
        const id = keys.push(idempotencyKey);
        const failure = failures[id - 1];
        if (failure) throw failure;
        return { document: { id }, title: 'Engineer', report: [] };
      };
      const companies = { list: async () => Array.from({ length: COMPANIES }, (_, index) => ({ id: index + 1 })) };
      const system = { companies, resume: async () => ({ user: isOfOwner, call: { CreateCv: createCv } }) };
      const paths = Array.from({ length: files }, () => file('cv.json', '{"basics": {"name": "Ada"}}'));
      const wait = async () => {
        pauses += 1;
      };
      return importCvs(async () => system as never, await Promise.all(paths), { user: 5, ...settings }, wait);
    }
    const busy = unavailable('dependency_unavailable', 'The service did not respond in time.');

    test('repeats an import with the same idempotency key while the system is unavailable', async () => {
      expect(await imported(2, [busy, undefined, busy, busy])).toMatchObject([{ id: 2 }, { id: 5 }]);
      expect(keys[0]).toBe(keys[1]);
      expect(new Set(keys.slice(2)).size).toBe(1);
      expect(keys[2]).not.toBe(keys[0]);
      expect(pauses).toBe(3);
    });

    test('ends after ten attempts and reports the CVs that were imported before', async () => {
      const failed = imported(3, [undefined, undefined, ...Array.from({ length: 20 }, () => busy)]);
      await expect(failed).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.stringMatching(/cv\.json: .* Of 3 files, the first 2 were imported, as CV 1, 2\.$/),
      });
      expect(keys).toHaveLength(12);
    });

    test('does not repeat an import that was rejected', async () => {
      await expect(imported(1, [invalid('The title is too long.')])).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
      });
      expect([keys.length, pauses]).toEqual([1, 0]);
    });

    test('searches the user in 256 companies at a time, or only in the given one', async () => {
      await imported(1, []);
      expect(concurrent).toBe(256);
      searched = 0;
      await imported(1, [], { company: OWNER });
      expect(searched).toBe(1);
    });
  });
});
