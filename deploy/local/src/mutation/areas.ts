import { globSync } from 'node:fs';
import { findTestFiles, kindOf } from '../suites/test-files.ts';

/** Sources that are mutated, and the folders with the tests that must detect the mutants. */
type Area = { name: string; sources: string[]; tests: string[] };

/** Tests the indexes of every store. */
const INDEXES = 'services/accounts/src/indexes';

const AREAS: readonly Area[] = [
  {
    name: 'auth',
    sources: ['gateway/src/auth/*.ts', 'services/accounts/src/signatures/*.ts'],
    tests: ['gateway/src/auth/', 'services/accounts/src/signatures/', 'gateway/src/signed-request'],
  },
  {
    name: 'quota',
    sources: ['gateway/src/quota/*.ts'],
    tests: ['gateway/src/quota/', 'gateway/src/auth/company-keys', 'gateway/src/signed-request'],
  },
  {
    name: 'oauth',
    sources: [
      'gateway/src/auth/oauth/*.ts',
      'services/accounts/src/signatures/oauth/*.ts',
      'gateway/src/features/oauth-tokens/*.ts',
      'services/accounts/src/{grants,applications}/*.ts',
    ],
    tests: [
      'gateway/src/auth/oauth/',
      'services/accounts/src/signatures/oauth/',
      'gateway/src/features/oauth-tokens/',
      'services/accounts/src/grants/',
      'services/accounts/src/applications/',
      INDEXES,
    ],
  },
  {
    name: 'keys',
    sources: ['services/accounts/src/{keys,secrets}/*.ts'],
    tests: [
      'services/accounts/src/keys/',
      'services/accounts/src/secrets/',
      'gateway/src/auth/',
      'services/site/src/features/settings/keys/',
      INDEXES,
    ],
  },
  {
    name: 'consumption',
    sources: ['gateway/src/consumption/*.ts', 'services/accounts/src/consumption/*.ts'],
    tests: ['gateway/src/consumption/', 'services/accounts/src/consumption/', INDEXES],
  },
];

export const AREA_NAMES = AREAS.map(({ name }) => name);

/** Returns the sources of an area and its tests, fast ones first. */
export function filesOf(name: string, root: string): { sources: string[]; tests: string[] } {
  const area = AREAS.find((one) => one.name === name) as Area;
  const sources = area.sources
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((file) => !/\.test\./.test(file))
    .toSorted();
  const rank = (file: string) => (kindOf(file) === 'unit' ? 0 : 1);
  const tests = findTestFiles(root)
    .filter((file) => area.tests.some((start) => file.startsWith(start)))
    .toSorted((one, other) => rank(one) - rank(other));
  return { sources, tests };
}
