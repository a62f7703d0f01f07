import { parseStartOptions } from './options.ts';

test('without options: one gateway, one worker, the demo, the data that are there', () => {
  expect(parseStartOptions([])).toEqual({ gateways: 1, workers: 1, fresh: false, demo: true });
});

test('all options', () => {
  expect(parseStartOptions(['--gateways', '4', '--workers=2', '--fresh', '--no-demo'])).toEqual({
    gateways: 4,
    workers: 2,
    fresh: true,
    demo: false,
  });
});

test.each([
  [['--gateways', '0']],
  [['--gateways', 'many']],
  [['--workers', '-1']],
  [['--workers', '1.5']],
  [['--gateway', '2']],
  [['start']],
])('%j is refused with the usage', (args) => {
  expect(() => parseStartOptions(args)).toThrow(/Usage: npm start/);
});
