import fc from 'fast-check';
import { createRouteTable, type Method } from './route-table.ts';

const route = (name: string, method: Method, ...paths: string[]) => ({
  name,
  method,
  paths,
});
const table = createRouteTable([
  route('list', 'GET', '/users'),
  route('read', 'GET', '/users/:id'),
  route('change', 'PUT', '/users/:id'),
  route('search', 'GET', '/users/search'),
  route('tags', 'GET', '/users/:id/tags'),
  route('cv', 'GET', '/cv/:id', '/svc/cv/:id'),
  route('status', 'GET', '/cv/status/:status'),
  route('export', 'GET', '/cv/:id/export/:format'),
]);
const at = (method: string, path: string) => {
  const match = table.match(method, path);
  return match && [match.route.name, match.params];
};

describe('route table', () => {
  test.each([
    ['GET', '/users', ['list', {}]],
    ['GET', '/users/5', ['read', { id: '5' }]],
    ['HEAD', '/users/5', ['read', { id: '5' }]],
    ['GET', '/users/', ['list', {}]],
    ['GET', '/users/5/', ['read', { id: '5' }]],
    ['GET', '/users/5/tags/', ['tags', { id: '5' }]],
    ['PUT', '/users/5', ['change', { id: '5' }]],
    ['GET', '/users/search', ['search', {}]],
    ['PUT', '/users/search', ['change', { id: 'search' }]],
    ['GET', '/users/search/tags', ['tags', { id: 'search' }]],
    ['GET', '/svc/cv/5', ['cv', { id: '5' }]],
    ['GET', '/cv/status/draft', ['status', { status: 'draft' }]],
    ['GET', '/cv/5/export/pdf', ['export', { id: '5', format: 'pdf' }]],
    ['GET', '/users/a%2Fb%20%C3%A9', ['read', { id: 'a/b é' }]],
    ['GET', '/users/%zz', ['read', { id: '%zz' }]],
  ])('matches %s %s', (method, path, expected) => {
    expect(at(method, path)).toEqual(expected);
  });

  test.each([
    ['GET', '/'],
    ['GET', ''],
    ['GET', '/users//'],
    ['GET', '/users/5//'],
    ['GET', '//users'],
    ['GET', '/users//tags'],
    ['GET', '/users/5/tags/6'],
    ['get', '/users'],
    ['POST', '/users/5'],
    ['GET', '/__proto__'],
    ['constructor', '/users'],
  ])('does not match %s %s', (method, path) => {
    expect(at(method, path)).toBeUndefined();
  });

  test('lists the methods of a path', () => {
    expect(table.methodsAt('/users/5')).toEqual(['GET', 'HEAD', 'OPTIONS', 'PUT']);
    expect(table.methodsAt('/users/5/')).toEqual(['GET', 'HEAD', 'OPTIONS', 'PUT']);
    expect([table.has('/users/'), table.has('/users//')]).toEqual([true, false]);
    expect(table.methodsAt('/nowhere')).toEqual([]);
  });

  test('rejects two routes with the same method and path', () => {
    expect(() => createRouteTable([route('a', 'GET', '/x/:id'), route('b', 'GET', '/x/:name')])).toThrow(
      'Two routes at GET /x/:name',
    );
  });

  test('does not throw for any path', () => {
    const anyPath = fc.string({ unit: 'binary-ascii' });
    const match = (path: string) => () => table.match('GET', `/${path}`);
    fc.assert(fc.property(anyPath, (path) => expect(match(path)).not.toThrow()));
  });
});
