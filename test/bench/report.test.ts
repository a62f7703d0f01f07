import { formatDuration, type Report, reportOf } from './report.ts';

const spread = { min: 1, median: 1, max: 1 };
const row = { unit: '1/s', ours: spread, peer: spread, ratio: spread, goalIs: 'min' } as const;
const report: Report = {
  command: 'npm run bench',
  machine: 'a machine',
  memory: 'memory',
  finished: [
    {
      name: 'signed',
      seconds: 61,
      rows: [
        { ...row, title: 'fast', goal: 0.9 },
        { ...row, title: 'slow', goal: 2, whyMissed: 'It does more.' },
        { ...row, title: 'without a goal', goal: undefined },
      ],
    },
    {
      name: 'scale',
      seconds: 600,
      measurements: [{ title: 'Startup', value: 4, unit: 's', goal: 3, goalIs: 'max', whyMissed: 'It converts.' }],
      notes: ['a note'],
    },
  ],
};

test('the report counts the goals and explains those that are missed', () => {
  const text = reportOf(report);
  expect(text).toContain('**1 of 3 goals are met.**');
  const [, missed = ''] = text.split('## Missed goals\n\n');
  expect(missed.split('\n\n## Notes')[0]).toBe(
    '- slow: 1.00, goal ≥ 2.00. It does more.\n- Startup: 4 s, goal ≤ 3. It converts.',
  );
  expect(text).not.toContain('Not measured');
});

test('the report shows how long each benchmark took', () => {
  expect(reportOf(report)).toContain('| signed | 1:01 |\n| scale | 10:00 |\n| all | 11:01 |');
  expect(formatDuration(59.6)).toBe('1:00');
});

test('the report names benchmarks that failed', () => {
  const failed = { name: 'pdf', seconds: 1, failure: 'The browser failed to start' };
  expect(reportOf({ ...report, finished: [...report.finished, failed] })).toContain(
    '**Not measured:**\n\n- pdf: The browser failed to start\n',
  );
});
