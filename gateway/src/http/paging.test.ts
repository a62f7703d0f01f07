import { parseParameters } from '@vitae/accounts/signatures/parameters';
import { z } from 'zod';
import { nextPath, pagingHeaders, pagingQuery } from './paging.ts';
import type { RequestContext } from './request-context.ts';

const query = z.object({ ...pagingQuery(20, 100), key: z.string() });

function contextOf(text: string) {
  const parameters = parseParameters(text);
  const context = { signed: { method: 'GET', path: '/list', parameters } } as unknown as RequestContext;
  return { ...context, query: { limit: 20, page: 2 } };
}

test('links to other pages in the same format and without the signature', () => {
  const context = contextOf('key=a%20b&format=xml&page=2&apikey=k&hash=h');
  expect(nextPath(context, query, 'c=')).toBe('/list?key=a%20b&format=xml&cursor=c%3D');
  expect(pagingHeaders(context, query, { total: 50, next: 'c' }).Link).toBe(
    [
      '</list?key=a%20b&format=xml>; rel="first"',
      '</list?key=a%20b&format=xml&page=1>; rel="prev"',
      '</list?key=a%20b&format=xml&page=3>; rel="last"',
      '</list?key=a%20b&format=xml&cursor=c>; rel="next"',
    ].join(', '),
  );
});
