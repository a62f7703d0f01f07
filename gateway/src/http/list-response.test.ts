import { signedRequest } from '@vitae/accounts/signatures/signed-request';
import { z } from 'zod';
import { companyRoutes, userRoutes } from '../routes.ts';
import { listResponse } from './list-response.ts';
import { pagingQuery } from './paging.ts';
import { xmlResponse } from './xml-response.ts';

const query = z.object(pagingQuery(20, 100));
const page = { json: Buffer.from('[{"id":1},{"id":2}]'), total: 41, next: 'c' };

function respond(ifNoneMatch?: string, shown = page) {
  const signed = signedRequest('GET', { path: '/api/v1/tags', query: 'apikey=k' });
  const request = { headers: ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch } };
  return listResponse({ signed, request, query: { limit: 20 } } as never, query, shown);
}

test('returns 304 with the same headers for a list that did not change', () => {
  const { headers } = respond();
  const { 'Content-Type': type, ...others } = headers;
  expect(type).toBe('application/json; charset=utf-8');
  expect(others).toEqual({
    ETag: expect.stringMatching(/^"[\w-]{22}"$/),
    'X-Total-Count': 41,
    Link: expect.any(String),
  });
  expect(respond(`W/"x", ${headers.ETag}`)).toEqual({ status: 304, headers: others, body: '' });
  expect(xmlResponse(respond(String(headers.ETag))).headers).toMatchObject({ 'X-Total-Count': 41, Link: others.Link });
});

test('changes the ETag of a list with its content', () => {
  const etag = String(respond().headers.ETag);
  const changed = respond(etag, { ...page, json: Buffer.from('[{"id":1}]') });
  expect(changed.status).toBe(200);
  expect(changed.headers.ETag).not.toBe(etag);
});

test('every paged list that is requested with GET has an ETag', () => {
  const lists = [...companyRoutes, ...userRoutes].filter(
    ({ method, operation }) => method === 'GET' && operation.responses[200]?.headers?.includes('X-Total-Count'),
  );
  expect(lists.length).toBeGreaterThan(5);
  for (const { name, operation } of lists)
    expect([name, operation.responses[200]?.headers]).toEqual([name, expect.arrayContaining(['ETag'])]);
});
