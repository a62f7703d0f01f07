import { suitesOf, withOptions } from './jest.ts';
import { requiredTools } from './test-files.ts';

const UNIT = 'proto/src/tag.test.ts';
const SYSTEM = 'test/fault/doctor.test.ts';
const SHARED = 'test/fault/paused-lease-holders.test.ts';
const BROWSER = 'test/browser/preview.integration.test.ts';

describe('the test suites', () => {
  test('run system tests after the others, and only those that can share the machine two at a time', () => {
    const twoAtATime = expect.arrayContaining(['--maxWorkers=2']);
    expect(suitesOf([SYSTEM, SHARED, BROWSER, UNIT])).toEqual([
      expect.objectContaining({ files: [BROWSER, UNIT], jestOptions: twoAtATime }),
      expect.objectContaining({ files: [SHARED], jestOptions: twoAtATime }),
      expect.objectContaining({ files: [SYSTEM], jestOptions: ['--runInBand'] }),
    ]);
    expect(suitesOf([UNIT])).toHaveLength(1);
  });

  test.each(['--runInBand', '-i', '--maxWorkers=1'])('use the given option %s instead of their own', (option) => {
    const [suite] = suitesOf([UNIT]);
    const { jestOptions = [] } = suite ? withOptions(suite, [option, '--verbose']) : {};
    expect(jestOptions).toEqual(['--workerIdleMemoryLimit=1GB', option, '--verbose']);
  });

  test('need an S3 server only if it is tested, or if all systems store files in S3', () => {
    expect(requiredTools([UNIT, SYSTEM], {})).toEqual({
      ...{ s3: false, valkey: false, veraPdf: false, openXml: false, languages: false },
    });
    expect(requiredTools([SYSTEM], { VITAE_TEST_STORE: 's3' }).s3).toBe(true);
    for (const file of ['test/e2e/files-in-s3.test.ts', 'services/kit/src/object-storage/x.integration.test.ts'])
      expect([file, requiredTools([UNIT, file], {}).s3]).toEqual([file, true]);
  });

  test('need other languages only for code samples, plug-ins and generated clients', () => {
    for (const file of ['test/e2e/signing-examples.test.ts', 'test/e2e/company-api/requests.test.ts'])
      expect([file, requiredTools([file], {}).languages]).toEqual([file, true]);
    expect(requiredTools([UNIT, SYSTEM], {}).languages).toBe(false);
  });
});
