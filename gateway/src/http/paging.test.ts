import { EventEmitter } from 'node:events';
import { parseParameters } from '@vitae/accounts/signatures/parameters';
import { z } from 'zod';
import { listCall, nextPageHeaders, nextPath, pagingHeaders, pagingQuery } from './paging.ts';
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

test('links to the first page of a list without a total, and to the next page if there is one', () => {
  const context = contextOf('key=a&cursor=b&apikey=k');
  expect(nextPageHeaders(context, query, '')).toEqual({ Link: '</list?key=a>; rel="first"' });
  const links = '</list?key=a>; rel="first", </list?key=a&cursor=c>; rel="next"';
  expect(nextPageHeaders(context, query, 'c')).toEqual({ Link: links });
});

test('replaces the total and the last page of a list with more than 10,000 items by a lower bound', () => {
  const headers = pagingHeaders(contextOf('page=2'), query, { total: 10_000, atLeast: true, next: 'c' });
  expect(headers).toEqual({
    'X-Total-Count-At-Least': 10_000,
    Link: '</list>; rel="first", </list?page=1>; rel="prev", </list?cursor=c>; rel="next"',
  });
});

test('cancels the call of a list when the client disconnects, or has disconnected before', () => {
  const response = new EventEmitter();
  const caller = { companyId: 1, userId: 0, applicationId: 0, requestId: 'r' };
  const { signal } = listCall({ caller, request: { res: response } } as unknown as RequestContext);
  expect(signal.aborted).toBe(false);
  response.emit('close');
  expect(signal.aborted).toBe(true);
  const closed = Object.assign(new EventEmitter(), { destroyed: true });
  const late = listCall({ caller, request: { res: closed } } as unknown as RequestContext);
  expect(late.signal.reason).toMatchObject({ code: 'CANCELLED', reason: 'request_aborted' });
});
