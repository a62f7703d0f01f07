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

describe('a metadata update', () => {
  test('reads the tree that XML makes, with one element or several', () => {
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

  test('reads the same tree as JSON', () => {
    expect(
      metadataUpdate.parse({
        metadatas: { users: { user: [1] }, reset: true, assign: { metadatas: { metadata: [{ key: 'x' }] } } },
      }),
    ).toEqual([{ userIds: [1], reset: true, unassign: [], assign: ['x'] }]);
  });

  test('may reset users of its own', () => {
    expect(metadataUpdate.parse({ metadatas: { users: { user: 1 }, reset: { users: { user: [2, '3'] } } } })).toEqual([
      { userIds: [1], reset: false, unassign: [], assign: [] },
      { userIds: [2, 3], reset: true, unassign: [], assign: [] },
    ]);
  });

  test('may have empty elements', () => {
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
      'an unknown element further in',
      { users: { user: 1 }, assign: { metadatas: { metadata: { key: 'x', value: 'y' } } } },
      'metadatas.assign.metadatas.metadata.0.value',
    ],
    ['a wrong root', undefined, 'metadatas'],
    ['a user that is no number', { users: { user: ['1', 'abc'] } }, 'metadatas.users.user.1'],
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
  ])('with %s names it', (_what, metadatas, path) => {
    expect(problems(metadataUpdate.safeParse({ metadatas }))).toContain(path);
  });

  test('counts each user and each key once', () => {
    const metadatas = {
      users: { user: [...ids(1_000), ...ids(900)] },
      assign: { metadatas: { metadata: [...keys(1_000), ...keys(900)] } },
    };
    expect(metadataUpdate.safeParse({ metadatas }).success).toBe(true);
  });
});

describe('the deprecated calls', () => {
  test('say for each key whose it is', () => {
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

describe('a key', () => {
  test('is 1 to 255 characters of any script, without control characters', () => {
    for (const good of ['x', 'com.acme.kind:star', 'key->value', 'key_value', '日本語 👩', '😀'.repeat(255)])
      expect(metadataKey.safeParse(good).success).toBe(true);
    for (const bad of ['', 'x'.repeat(256), 'a\u0000', 'a\nb', 'a\u007f', 'a\ud800', 'a*'])
      expect(metadataKey.safeParse(bad).success).toBe(false);
  });

  test('to unassign may end in *', () => {
    for (const good of ['*', 'a*', 'a']) expect(metadataPattern.safeParse(good).success).toBe(true);
    for (const bad of ['**', '*a', 'a*b', 'a*b*']) expect(metadataPattern.safeParse(bad).success).toBe(false);
  });

  test('is searched for as it is, by its start, or negated', () => {
    expect(metadataQuery.parse('com.acme.*')).toEqual({ negated: false, pattern: 'com.acme.*' });
    expect(metadataQuery.parse('!key')).toEqual({ negated: true, pattern: 'key' });
    for (const bad of ['', '!', 'a*b', '!**']) expect(metadataQuery.safeParse(bad).success).toBe(false);
  });
});
