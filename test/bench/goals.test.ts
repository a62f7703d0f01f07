import { measurementTable } from './goals.ts';

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

test('only missed goals are explained', () => {
  const rate = { title: 'Rate', unit: '/s', goal: 278, goalIs: 'min', whyMissed: 'It does more.' } as const;
  const [, , , ...explanations] = measurementTable([{ ...rate, value: 1 }]).split('\n');
  expect(explanations).toEqual(['', '- Rate: It does more.']);
  expect(measurementTable([{ ...rate, value: 278 }])).not.toContain('It does more.');
});
