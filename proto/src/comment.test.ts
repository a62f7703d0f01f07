import { commentInput, commentQuery, userComment } from './comment.ts';

describe('the body of POST /comments', () => {
  test('is as the specification shows it: a user id as a string, days with comparators, an order', () => {
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
    ['a user that is no id', { filters: [{ type: 'user', value: '0' }] }],
    ['an operator', { filters: [{ type: 'user', value: { $gt: 0 } }] }],
    ['a comparator for a user', { filters: [{ type: 'user', value: 1, comparator: '<' }] }],
    ['a day that does not exist', { filters: [{ type: 'created', value: '2023-02-29' }] }],
    ['a comparator that is none', { filters: [{ type: 'created', value: '2023-02-28', comparator: '<>' }] }],
    ['21 filters', { filters: Array.from({ length: 21 }, () => ({ type: 'user', value: 1 })) }],
    ['an unknown order', { sort: [{ field: 'text', order: 'ASC' }] }],
    ['a direction that is none', { sort: [{ field: 'created', order: 'UP' }] }],
  ])('with %s is refused', (_what, body) => {
    expect(commentQuery.safeParse(body).success).toBe(false);
  });
});

test('a comment has the keys of the specification, in its order', () => {
  expect(Object.keys(userComment.shape)).toEqual(['id', 'text', 'created', 'updated', 'author', 'user']);
  expect(Object.keys(userComment.shape.author.shape)).toEqual(['username', 'email', 'firstname', 'lastname', 'id']);
});

test('a comment says something, in lines', () => {
  expect(commentInput.parse({ comment: ' a\r\n\tb ' })).toEqual({ comment: 'a\r\n\tb' });
  for (const comment of ['', '  ', 'a\u0000', 'a\u001b[2J', 'a\udfff', 'x'.repeat(10_001)])
    expect(commentInput.safeParse({ comment }).success).toBe(false);
});
