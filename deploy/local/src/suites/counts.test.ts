import { countsLine, failedFiles, withRepeated } from './counts.ts';

test('the last line of npm test', () => {
  expect(countsLine([{ passed: 500, failed: 0, skipped: 0 }])).toBe('500 passed, 0 failed');
  expect(
    countsLine([
      { passed: 1, failed: 2, skipped: 0 },
      { passed: 10, failed: 20, skipped: 3 },
    ]),
  ).toBe('11 passed, 22 failed, 3 skipped');
});

test('a file that is run once more counts as it went then', () => {
  const files = [
    { file: 'steady', passed: 4, failed: 0, skipped: 0 },
    { file: 'unsteady', passed: 1, failed: 2, skipped: 0 },
    { file: 'broken', passed: 0, failed: 1, skipped: 0 },
  ];
  expect(failedFiles(files)).toEqual(['unsteady', 'broken']);
  const after = withRepeated(files, [
    { file: 'unsteady', passed: 3, failed: 0, skipped: 0 },
    { file: 'broken', passed: 0, failed: 1, skipped: 0 },
  ]);
  expect(failedFiles(after)).toEqual(['broken']);
  expect(countsLine(after)).toBe('7 passed, 1 failed');
});
