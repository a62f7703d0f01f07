import { parseStartOptions } from './options.ts';

describe('the options of npm start', () => {
  test('default to one process of each kind, demo data and the existing database', () => {
    expect(parseStartOptions([])).toEqual({
      gateways: 1,
      sites: 1,
      workers: 1,
      fresh: false,
      demo: true,
      watch: false,
    });
  });

  test('can all be set', () => {
    expect(
      parseStartOptions(['--gateways', '4', '--sites=3', '--workers=2', '--fresh', '--no-demo', '--watch']),
    ).toEqual({
      gateways: 4,
      sites: 3,
      workers: 2,
      fresh: true,
      demo: false,
      watch: true,
    });
  });

  test.each([
    [['--gateways', '0']],
    [['--gateways', 'many']],
    [['--workers', '-1']],
    [['--workers', '1.5']],
    [['--gateway', '2']],
    [['start']],
  ])('reject %j and show the usage', (args) => {
    expect(() => parseStartOptions(args)).toThrow(/Usage: npm start/);
  });
});
