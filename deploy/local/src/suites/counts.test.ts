import { countsLine, failedFiles, sum, withReruns } from './counts.ts';

describe('the test counts', () => {
  test('are the last line of npm test', () => {
    expect(countsLine({ passed: 500, failed: 0, skipped: 0 })).toBe('500 passed, 0 failed');
    expect(countsLine({ passed: 1, failed: 2, skipped: 3 })).toBe('1 passed, 2 failed, 3 skipped');
    expect(
      sum([
        { passed: 1, failed: 2, skipped: 3 },
        { passed: 10, failed: 20, skipped: 30 },
      ]),
    ).toEqual({ passed: 11, failed: 22, skipped: 33 });
  });

  test('of a rerun replace those of the first run', () => {
    const files = [
      { file: 'stable', passed: 4, failed: 0, skipped: 0 },
      { file: 'unsteady', passed: 1, failed: 2, skipped: 0 },
      { file: 'broken', passed: 0, failed: 1, skipped: 0 },
    ];
    expect(failedFiles(files)).toEqual(['unsteady', 'broken']);
    const after = withReruns(files, [
      { file: 'unsteady', passed: 3, failed: 0, skipped: 0 },
      { file: 'broken', passed: 0, failed: 1, skipped: 0 },
    ]);
    expect(failedFiles(after)).toEqual(['broken']);
    expect(countsLine(sum(after))).toBe('7 passed, 1 failed');
  });
});
