import { suitesOf, withOptions } from './jest.ts';

const UNIT = 'proto/src/tag.test.ts';
const SYSTEM = 'test/e2e/rotation.test.ts';

describe('the test suites', () => {
  test('run system tests serially after the others', () => {
    expect(suitesOf([SYSTEM, UNIT])).toEqual([
      expect.objectContaining({ files: [UNIT], jestOptions: expect.arrayContaining(['--maxWorkers=2']) }),
      expect.objectContaining({ files: [SYSTEM], jestOptions: ['--runInBand'] }),
    ]);
    expect(suitesOf([UNIT])).toHaveLength(1);
  });

  test.each(['--runInBand', '-i', '--maxWorkers=1'])('use the given option %s instead of their own', (option) => {
    const [suite] = suitesOf([UNIT]);
    const { jestOptions = [] } = suite ? withOptions(suite, [option, '--verbose']) : {};
    expect(jestOptions).toEqual(['--workerIdleMemoryLimit=1GB', option, '--verbose']);
  });
});
