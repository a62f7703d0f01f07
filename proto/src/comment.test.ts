import { commentInput, commentQuery, userComment } from './comment.ts';

describe('body of POST /comments', () => {
  test('accepts the example of the specification: a user id as a string, dates with comparators, a sort order', () => {
    const body = {
      filters: [
        { type: 'user', value: '555' },
        { type: 'created', value: '2012-06-25', comparator: '<' },
      ],
      sort: [{ field: 'created', order: 'ASC' }],
    };
    expect(commentQuery.parse(body)).toEqual({ ...body, filters: [{ type: 'user', value: 555 }, body.filters[1]] });
    expect(commentQuery.parse({})).toEqual({ filters: [], sort: [] });
    expect(commentQuery.parse({ sort: [{ field: 'updated', order: 'desc' }] }).sort).toEqual([
      { field: 'updated', order: 'DESC' },
    ]);
  });

  test.each([
    ['an unknown field', { filter: [] }],
    ['an unknown filter', { filters: [{ type: 'author', value: 1 }] }],
    ['an invalid user id', { filters: [{ type: 'user', value: '0' }] }],
    ['a query operator', { filters: [{ type: 'user', value: { $gt: 0 } }] }],
    ['a comparator for a user', { filters: [{ type: 'user', value: 1, comparator: '<' }] }],
    ['a date that does not exist', { filters: [{ type: 'created', value: '2023-02-29' }] }],
    ['an unknown comparator', { filters: [{ type: 'created', value: '2023-02-28', comparator: '<>' }] }],
    ['21 filters', { filters: Array.from({ length: 21 }, () => ({ type: 'user', value: 1 })) }],
    ['an unknown sort field', { sort: [{ field: 'text', order: 'ASC' }] }],
    ['an unknown sort order', { sort: [{ field: 'created', order: 'UP' }] }],
  ])('is rejected with %s', (_what, body) => {
    expect(commentQuery.safeParse(body).success).toBe(false);
  });
});

test('a comment has the fields of the specification in the same order', () => {
  expect(Object.keys(userComment.shape)).toEqual(['id', 'text', 'created', 'updated', 'author', 'user']);
  expect(Object.keys(userComment.shape.author.shape)).toEqual(['username', 'email', 'firstname', 'lastname', 'id']);
});

test('the text of a comment is trimmed and must not be empty or contain control characters', () => {
  expect(commentInput.parse({ comment: ' a\r\n\tb ' })).toEqual({ comment: 'a\r\n\tb' });
  for (const comment of ['', '  ', 'a\u0000', 'a\u001b[2J', 'a\udfff', 'x'.repeat(10_001)])
    expect(commentInput.safeParse({ comment }).success).toBe(false);
});
