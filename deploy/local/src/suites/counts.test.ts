import { addCounts, countsLine } from './counts.ts';

test('the last line of npm test', () => {
  expect(countsLine({ passed: 500, failed: 0, skipped: 0 })).toBe('500 passed, 0 failed');
  expect(countsLine({ passed: 1, failed: 2, skipped: 3 })).toBe('1 passed, 2 failed, 3 skipped');
  expect(addCounts({ passed: 1, failed: 2, skipped: 3 }, { passed: 10, failed: 20, skipped: 30 })).toEqual({
    passed: 11,
    failed: 22,
    skipped: 33,
  });
});
