import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../project-root.ts';
import { type Advisory, advisory, offlineAudit, productionPackages } from './offline-audit.ts';

const LOCKFILE = `
lockfileVersion: '9.0'
importers:
  gateway:
    dependencies:
      '@vitae/kit': { specifier: 'workspace:*', version: 'link:../kit' }
      express: { specifier: 5.1.0, version: 5.1.0(supports-color@8.1.1) }
    devDependencies:
      jest: { specifier: 30.0.0, version: 30.0.0 }
snapshots:
  express@5.1.0(supports-color@8.1.1):
    dependencies: { '@scope/router': 2.0.0-rc.10 }
  '@scope/router@2.0.0-rc.10':
    dependencies: { express: 5.1.0(supports-color@8.1.1) }
  jest@30.0.0: {}
`;

/** An advisory in the form in which OSV and GitHub publish it. */
const advisoryFor = (name: string, events: Record<string, string>[], changes: Partial<Advisory> = {}) =>
  advisory.parse({
    id: 'GHSA-xxxx-yyyy-zzzz',
    modified: '2026-10-01T12:00:00Z',
    summary: 'An example',
    database_specific: { severity: 'HIGH' },
    affected: [{ package: { ecosystem: 'npm', name }, ranges: [{ type: 'SEMVER', events }] }],
    ...changes,
  });

const outcomeOf = (...advisories: Advisory[]) => offlineAudit(LOCKFILE, advisories).outcome;

describe('the offline audit', () => {
  test('names an affected indirect dependency', () => {
    expect(offlineAudit(LOCKFILE, [advisoryFor('@scope/router', [{ introduced: '0' }, { fixed: '2.0.0' }])])).toEqual({
      outcome: 'vulnerable',
      message: 'high: @scope/router 2.0.0-rc.10: An example https://osv.dev/vulnerability/GHSA-xxxx-yyyy-zzzz',
    });
  });

  test.each([
    [[{ introduced: '5.0.0' }, { fixed: '5.1.1' }], 'vulnerable'],
    [[{ introduced: '5.0.0' }, { fixed: '5.1.0' }], 'clean'],
    [[{ introduced: '5.1.0-beta.1' }, { last_affected: '5.1.0' }], 'vulnerable'],
    [[{ introduced: '0' }, { last_affected: '5.0.10' }], 'clean'],
    [[{ introduced: '5.10.0' }], 'clean'],
    [[{ introduced: '0' }, { fixed: '4.0.0' }, { introduced: '5.0.0' }], 'vulnerable'],
  ])('compares express 5.1.0 with the range %j: %s', (events, outcome) => {
    expect(outcomeOf(advisoryFor('express', events))).toBe(outcome);
  });

  test('ignores development dependencies, withdrawn advisories and low severities', () => {
    const all = [{ introduced: '0' }];
    const ignored = [
      advisoryFor('jest', all),
      advisoryFor('express', all, { withdrawn: '2026-10-02T00:00:00Z' }),
      advisoryFor('express', all, { database_specific: { severity: 'MODERATE' } }),
    ];
    expect(offlineAudit(LOCKFILE, ignored)).toEqual({
      outcome: 'clean',
      message: 'Offline: none of 1 advisories up to 2026-10-01 affects one of 2 packages.',
    });
  });

  test('fails without any advisory', () => {
    expect(outcomeOf()).toBe('failed');
  });

  test('reads the lockfile of this repository', () => {
    const names = productionPackages(readFileSync(join(projectRoot, 'pnpm-lock.yaml'), 'utf8')).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['express', 'path-to-regexp', '@grpc/grpc-js']));
    expect(names).not.toContain('jest');
  });
});
