import { parseTestArguments, selectTestFiles, testNamesIn } from './select-tests.ts';

const sources: Record<string, string> = {
  'gateway/src/quota/quota.test.ts': "test('rejects a nonce that was already used', () => {});",
  'gateway/src/quota/company-quota.integration.test.ts': "  test.each([1, 2])('admits %s requests', () => {});",
  'test/e2e/tenants.test.ts': "it('hides the users of other companies', async () => {});",
};
const select = (...args: string[]) =>
  selectTestFiles(Object.keys(sources), parseTestArguments(args), {
    root: '/vitae',
    read: (file) => sources[file] as string,
  });

describe('the arguments of npm test', () => {
  test('are paths, a test name and options of jest', () => {
    expect(parseTestArguments(['a.test.ts', '-t', 'some name', '--verbose', 'b'])).toEqual({
      patterns: ['a.test.ts', 'b'],
      name: 'some name',
      jestOptions: ['--verbose'],
    });
    expect(parseTestArguments(['--testNamePattern=a=b']).name).toBe('a=b');
  });
});

describe('the test files that run', () => {
  test.each([
    ['a path', './gateway/src/quota/quota.test.ts'],
    ['an absolute path', '/vitae/gateway/src/quota/quota.test.ts'],
    ['a part of a path', 'quota.test'],
    ['a regular expression', 'quota\\.test\\.ts$'],
    ['the path of the tested source', 'gateway/src/quota/quota.ts'],
  ])('are found by %s', (_what, pattern) => {
    expect(select(pattern)).toEqual(['gateway/src/quota/quota.test.ts']);
  });

  test('are all files without arguments', () => {
    expect(select()).toEqual(Object.keys(sources));
  });

  test('are found by the name of a test', () => {
    expect(select('-t', 'nonce that was already used')).toEqual(['gateway/src/quota/quota.test.ts']);
  });

  test('are suggested if no file matches', () => {
    expect(() => select('quotas.test.ts')).toThrow(
      /^No test file matches "quotas\.test\.ts"\.\nDid you mean:\n {2}gateway\/src\/quota\/quota\.test\.ts\n[\s\S]*Usage: npm test/,
    );
  });

  test('are explained if no file contains the name', () => {
    expect(() => select('-t', 'accepts a nonce twice')).toThrow(
      /No test file contains the test name "accepts a nonce twice"/,
    );
  });
});

test('the names of tests are read from their source', () => {
  expect(Object.values(sources).flatMap(testNamesIn)).toEqual([
    'rejects a nonce that was already used',
    'admits %s requests',
    'hides the users of other companies',
  ]);
  expect(testNamesIn("test.each([\n  [1],\n])(\n  'is %s',\n")).toEqual(['is %s']);
});
