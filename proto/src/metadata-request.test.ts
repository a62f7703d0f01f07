import {
  metadataAssign,
  metadataKey,
  metadataPattern,
  metadataQuery,
  metadataUnassign,
  metadataUpdate,
} from './metadata-request.ts';

const problems = (result: ReturnType<typeof metadataUpdate.safeParse>) =>
  result.error?.issues.map((issue) => [...issue.path, ...('keys' in issue ? (issue.keys as string[]) : [])].join('.'));

describe('metadata update', () => {
  test('accepts parsed XML with one element or several', () => {
    const parsed = metadataUpdate.parse({
      metadatas: {
        users: { user: ['777', '778'] },
        reset: '',
        unassign: { metadatas: { metadata: { key: 'com.acme.kind:*' } } },
        assign: { metadatas: { metadata: [{ key: 'com.acme.kind:star' }, { key: 'com.acme.seen' }] } },
      },
    });
    expect(parsed).toEqual([
      {
        userIds: [777, 778],
        reset: true,
        unassign: ['com.acme.kind:*'],
        assign: ['com.acme.kind:star', 'com.acme.seen'],
      },
    ]);
    expect(metadataUpdate.parse({ metadatas: { users: { user: '777' } } })).toEqual([
      { userIds: [777], reset: false, unassign: [], assign: [] },
    ]);
  });

  test('accepts the same structure as JSON', () => {
    expect(
      metadataUpdate.parse({
        metadatas: { users: { user: [1] }, reset: true, assign: { metadatas: { metadata: [{ key: 'x' }] } } },
      }),
    ).toEqual([{ userIds: [1], reset: true, unassign: [], assign: ['x'] }]);
  });

  test('can reset users other than those it changes', () => {
    expect(metadataUpdate.parse({ metadatas: { users: { user: 1 }, reset: { users: { user: [2, '3'] } } } })).toEqual([
      { userIds: [1], reset: false, unassign: [], assign: [] },
      { userIds: [2, 3], reset: true, unassign: [], assign: [] },
    ]);
  });

  test('accepts empty elements', () => {
    for (const empty of ['', null]) {
      const metadatas = { users: { user: 1 }, reset: empty, unassign: empty, assign: { metadatas: empty } };
      expect(metadataUpdate.parse({ metadatas })).toEqual([{ userIds: [1], reset: true, unassign: [], assign: [] }]);
    }
  });

  const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  const keys = (count: number) => ids(count).map((one) => ({ key: `k${one}` }));
  test.each([
    ['an unknown element', { users: { user: 1 }, assing: '' }, 'metadatas.assing'],
    [
      'an unknown nested element',
      { users: { user: 1 }, assign: { metadatas: { metadata: { key: 'x', value: 'y' } } } },
      'metadatas.assign.metadatas.metadata.0.value',
    ],
    ['a wrong root', undefined, 'metadatas'],
    ['a user id that is not a number', { users: { user: ['1', 'abc'] } }, 'metadatas.users.user.1'],
    ['no user', { assign: { metadatas: { metadata: { key: 'x' } } } }, 'users'],
    ['1,001 users', { users: { user: ids(1_001) } }, 'users'],
    [
      '1,001 keys',
      {
        users: { user: 1 },
        unassign: { metadatas: { metadata: keys(500) } },
        assign: { metadatas: { metadata: keys(1_001).slice(500) } },
      },
      'keys',
    ],
    [
      'a * in the middle',
      { users: { user: 1 }, unassign: { metadatas: { metadata: { key: 'a*b' } } } },
      'metadatas.unassign.metadatas.metadata.0.key',
    ],
    [
      'a * to assign',
      { users: { user: 1 }, assign: { metadatas: { metadata: { key: 'a*' } } } },
      'metadatas.assign.metadatas.metadata.0.key',
    ],
  ])('reports the field of %s', (_what, metadatas, path) => {
    expect(problems(metadataUpdate.safeParse({ metadatas }))).toContain(path);
  });

  test('counts only distinct users and keys', () => {
    const metadatas = {
      users: { user: [...ids(1_000), ...ids(900)] },
      assign: { metadatas: { metadata: [...keys(1_000), ...keys(900)] } },
    };
    expect(metadataUpdate.safeParse({ metadatas }).success).toBe(true);
  });
});

describe('deprecated metadata requests', () => {
  test('have users for each key', () => {
    const metadatas = {
      metadata: [
        { key: 'a', users: { user: ['1', '2'] } },
        { key: 'b', users: { user: '2' } },
      ],
    };
    expect(metadataAssign.parse({ metadatas: { ...metadatas, reset: { users: { user: '2' } } } })).toEqual([
      { userIds: [2], reset: true, unassign: [], assign: [] },
      { userIds: [1, 2], reset: false, unassign: [], assign: ['a'] },
      { userIds: [2], reset: false, unassign: [], assign: ['b'] },
    ]);
    expect(metadataUnassign.parse({ metadatas: { metadata: { key: 'a*', users: { user: 1 } } } })).toEqual([
      { userIds: [1], reset: false, unassign: ['a*'], assign: [] },
    ]);
    expect(metadataUnassign.safeParse({ metadatas: { ...metadatas, reset: { users: { user: 1 } } } }).success).toBe(
      false,
    );
  });
});

describe('metadata key', () => {
  test('has 1 to 255 characters of any script, without control characters', () => {
    for (const valid of ['x', 'com.acme.kind:star', 'key->value', 'key_value', '日本語 👩', '😀'.repeat(255)])
      expect(metadataKey.safeParse(valid).success).toBe(true);
    for (const invalid of ['', 'x'.repeat(256), 'a\u0000', 'a\nb', 'a\u007f', 'a\ud800', 'a*'])
      expect(metadataKey.safeParse(invalid).success).toBe(false);
  });

  test('may end in * to unassign a prefix', () => {
    for (const valid of ['*', 'a*', 'a']) expect(metadataPattern.safeParse(valid).success).toBe(true);
    for (const invalid of ['**', '*a', 'a*b', 'a*b*']) expect(metadataPattern.safeParse(invalid).success).toBe(false);
  });

  test('can be searched exactly, by prefix, or negated', () => {
    expect(metadataQuery.parse('com.acme.*')).toEqual({ negated: false, pattern: 'com.acme.*' });
    expect(metadataQuery.parse('!key')).toEqual({ negated: true, pattern: 'key' });
    for (const invalid of ['', '!', 'a*b', '!**']) expect(metadataQuery.safeParse(invalid).success).toBe(false);
  });
});
