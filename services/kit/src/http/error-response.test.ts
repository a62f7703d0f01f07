import type { Request } from 'express';
import { VitaeError } from '../errors.ts';
import { errorResponse } from './error-response.ts';

const error = new VitaeError('NOT_FOUND', 'tag_not_found', 'The tag does not exist.');

const respond = (accept: string | undefined, site?: string) =>
  errorResponse(error, { headers: { accept }, app: { get: () => site } } as unknown as Request);
const typeOf = (accept?: string) => String(respond(accept).headers['Content-Type']).split(';')[0];

test.each([
  [undefined, 'application/json'],
  ['*/*', 'application/json'],
  ['application/problem+json', 'application/problem+json'],
  ['application/json, application/problem+json', 'application/problem+json'],
  ['Application/JSON;q=0.5, application/problem+json;q=0.9', 'application/problem+json'],
  ['application/json, application/problem+json;q=0.9', 'application/json'],
  ['application/problem+json;q=0', 'application/json'],
  ['application/problem+json;q=x', 'application/json'],
  ['application/problem+json2', 'application/json'],
])('responds to Accept: %s with %s', (accept, type) => {
  expect(typeOf(accept)).toBe(type);
});

test('links an error to the reference of the site', () => {
  const address = 'https://cv.example.com/docs/errors#tag_not_found';
  const problem = respond('application/problem+json', 'https://cv.example.com');
  expect(problem.headers.Link).toBe(`<${address}>; rel="help"`);
  expect(JSON.parse(problem.body.toString())).toMatchObject({ type: address, title: 'Not Found', status: 404 });
  const plain = respond(undefined, 'https://cv.example.com');
  expect(plain.headers.Link).toBe(`<${address}>; rel="help"`);
  expect(JSON.parse(plain.body.toString())).toEqual({ error: { code: 404, message: 'The tag does not exist.' } });
});

test('links from an unknown path to the descriptions of the API', () => {
  const unknown = new VitaeError('NOT_FOUND', 'route_not_found', 'No resource exists at this URL.');
  const { headers } = errorResponse(unknown, { headers: {}, app: { get: () => 'https://cv.example.com' } } as never);
  expect(headers.Link).toBe(
    [
      '<https://cv.example.com/docs/errors#route_not_found>; rel="help"',
      '<https://cv.example.com/docs>; rel="service-doc"',
      '<https://cv.example.com/docs/openapi.json>; rel="service-desc"',
    ].join(', '),
  );
});

test('has no link if the site is not known', () => {
  const { headers, body } = respond('application/problem+json');
  expect(headers).not.toHaveProperty('Link');
  expect(JSON.parse(body.toString())).toMatchObject({ type: 'about:blank' });
});
