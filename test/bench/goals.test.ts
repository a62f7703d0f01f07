import { measurementTable, missedMeasurements } from './goals.ts';

test('the table of measurements shows whether each goal is met', () => {
  const size = { title: 'Size', unit: 'bytes', goal: 2_048, goalIs: 'max' } as const;
  const rate = { title: 'Rate', unit: '/s', goal: 278, goalIs: 'min' } as const;
  const lines = measurementTable([
    { ...size, value: 2_048, before: '13.8 KB' },
    { ...size, value: 2_049 },
    { ...rate, value: 278 },
    { ...rate, value: 1.667 },
  ]).split('\n');
  expect(lines.slice(2)).toEqual([
    '| Size | 13.8 KB | 2,048 bytes | ≤ 2,048 bytes | met |',
    '| Size |  | 2,049 bytes | ≤ 2,048 bytes | **missed** |',
    '| Rate |  | 278 /s | ≥ 278 /s | met |',
    '| Rate |  | 1.67 /s | ≥ 278 /s | **missed** |',
  ]);
});

test('missed goals are listed with their explanations', () => {
  const rate = { title: 'Rate', unit: '/s', goal: 278, goalIs: 'min', whyMissed: 'It does more.' } as const;
  expect(missedMeasurements([{ ...rate, value: 1 }])).toEqual(['- Rate: 1 /s, goal ≥ 278. It does more.']);
  expect(missedMeasurements([{ ...rate, value: 278 }])).toEqual([]);
});
