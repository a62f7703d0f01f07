import { projectRoot } from '../project-root.ts';
import { testsThatLoad } from './importers.ts';
import { mutantsOf } from './mutants.ts';
import { parseMutationArguments } from './options.ts';
import { sampleOf } from './sample.ts';

const changed = (source: string) =>
  mutantsOf('file.ts', source).map(
    ({ start, end, replacement }) => source.slice(0, start) + replacement + source.slice(end),
  );

describe('mutants', () => {
  test.each([
    ['a < b;', ['a <= b;']],
    ['a === b && c;', ['a === b || c;', 'a !== b && c;']],
    ['if (a) return;', ['if (false) return;']],
    ['x = a ? 1 : 2;', [';', 'x = !(a) ? 1 : 2;', 'x = a ? (1 * 100) : 2;', 'x = a ? 1 : (2 * 100);']],
    ['await store.delete(id);', [';']],
    [
      'return find({ id, active: true });',
      ['return find({  active: true });', 'return find({ id,  });', 'return find({ id, active: false });'],
    ],
    ["a + 'text';", []],
    ['return list[a - b] ?? 0;', ['return list[a + b] ?? 0;']],
    ['return list.at(b) ?? 0;', []],
    ['return counts.a ?? 0;', ['return counts.a ?? 1;']],
    ['const [a = 0, , { b = 1 }] = c;', ['const [a = 0, , { b = (1 * 100) }] = c;']],
    ['return a < b ? -1 : 1;', ['return !(a < b) ? -1 : 1;', 'return a <= b ? -1 : 1;']],
    ['return a ? -1 : Number(a > b);', ['return !(a) ? -1 : Number(a > b);']],
    ['return a ? -1 : 2;', ['return !(a) ? -1 : 2;', 'return a ? -(1 * 100) : 2;', 'return a ? -1 : (2 * 100);']],
    ["log.info({ a: 1 }, 'message');", []],
    ['type A = { b: 1 };', []],
  ])('in %s', (source, expected) => {
    const inFunction = `async function f() { ${source} }`;
    expect(changed(inFunction)).toEqual(expected.map((one) => `async function f() { ${one} }`));
  });

  test('of a Lua script are missing commands, other limits and longer lifetimes', () => {
    const script = "const S = `\nif used >= limit then return 1 end\nredis.call('EXPIRE', KEYS[1], 120)\n`;";
    expect(changed(script)).toEqual([
      script.replace("redis.call('EXPIRE', KEYS[1], 120)", ''),
      script.replace('>=', '>'),
      script.replace('return 1 ', 'return 100 '),
      script.replace('120', '12000'),
    ]);
  });

  test('name file, line and text', () => {
    expect(mutantsOf('file.ts', '\nconst a = !b;')).toEqual([
      { file: 'file.ts', line: 2, start: 11, end: 13, original: '!b', replacement: 'b' },
    ]);
  });
});

test('a sample is repeatable and keeps the order', () => {
  const items = Array.from({ length: 100 }, (_, index) => index);
  const sample = sampleOf(items, 10, 7);
  expect(sample).toEqual(sampleOf(items, 10, 7));
  expect(sample).not.toEqual(sampleOf(items, 10, 8));
  expect(sample).toEqual(sample.toSorted((one, other) => one - other));
  expect(new Set(sample).size).toBe(10);
  expect(sampleOf(items, 200, 7)).toEqual(items);
});

test('only tests that load the changed file are run', () => {
  const tests = [
    'deploy/local/src/mutation/mutants.test.ts',
    'gateway/src/auth/load-key.test.ts',
    'services/accounts/src/keys/retirement.test.ts',
  ];
  expect(testsThatLoad('deploy/local/src/setup-error.ts', tests, projectRoot)).toEqual([tests[0]]);
  expect(testsThatLoad('services/accounts/src/keys/key-manager.ts', tests, projectRoot)).toEqual([tests[1]]);
});

test('options of a mutation run are validated', () => {
  expect(parseMutationArguments([], ['auth', 'keys'])).toEqual({ areas: ['auth', 'keys'], sample: 30, seed: 1 });
  expect(parseMutationArguments(['--area', 'keys', '--sample', '5'], ['auth', 'keys'])).toMatchObject({
    areas: ['keys'],
    sample: 5,
  });
  expect(() => parseMutationArguments(['--area', 'quotas'], ['auth'])).toThrow('Areas: auth');
  expect(() => parseMutationArguments(['--sample', '0'], ['auth'])).toThrow('Usage: npm run test:mutation');
  expect(() => parseMutationArguments(['--seeed', '0'], ['auth'])).toThrow('--seeed');
});
