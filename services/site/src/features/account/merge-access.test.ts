import type { GrantAccess } from '@vitae/accounts/grants/grant-access';
import { mergeAccess, removesCvs } from './merge-access.ts';

const access = (cvs: GrantAccess['cvs'], data: GrantAccess['data'] = []): GrantAccess => ({ cvs, data });

describe('a form for the access of an application', () => {
  test('does not give back what another request removed', () => {
    const shown = access([1, 2], ['profile', 'statistics']);
    const submitted = access([1, 2], ['profile']);
    expect(mergeAccess({ shown, submitted, stored: access([1], ['statistics']) })).toEqual(access([1], []));
  });

  test('adds what the owner selected to what is stored now', () => {
    const submitted = access([1, 3], ['labels']);
    expect(mergeAccess({ shown: access([1]), submitted, stored: access([1, 2], ['profile']) })).toEqual(
      access([1, 2, 3], ['profile', 'labels']),
    );
  });

  test('adds nothing twice', () => {
    const submitted = access([1, 2], ['labels']);
    expect(mergeAccess({ shown: access([1]), submitted, stored: access([1, 2], ['labels']) })).toEqual(submitted);
  });

  test.each<[string, GrantAccess['cvs'], GrantAccess['cvs'], GrantAccess['cvs'], GrantAccess['cvs']]>([
    ['keeps a selection by another request if the owner did not change the CVs', 'all', 'all', [1], [1]],
    ['keeps all CVs of another request if the owner did not change the CVs', [1], [1], 'all', 'all'],
    ['stores a selection instead of all CVs', 'all', [2], 'all', [2]],
    ['stores a selection of the owner after another request selected others', 'all', [2], [1], [2]],
    ['stores all CVs if the owner selected them', [1], 'all', [1, 2], 'all'],
    ['stores a changed selection after another request selected all CVs', [1], [2], 'all', [2]],
  ])('%s', (_name, shown, submitted, stored, expected) => {
    const change = { shown: access(shown), submitted: access(submitted), stored: access(stored) };
    expect(mergeAccess(change).cvs).toEqual(expected);
  });
});

test.each<[GrantAccess['cvs'], GrantAccess['cvs'], boolean]>([
  ['all', 'all', false],
  ['all', [1], true],
  [[1], 'all', false],
  [[1, 2], [2, 1, 3], false],
  [[1, 2], [2, 3], true],
  [[1], [], true],
  [[], [], false],
])('a change of the CVs from %j to %j removes a CV: %s', (before, after, expected) => {
  expect(removesCvs(access(before, ['profile']), access(after))).toBe(expected);
});
