import type { DataType } from '@vitae/accounts/grants/grant-access';
import type { QuotaType } from '@vitae/accounts/quota/quota-types';
import type { Operation } from './operation.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One row of the API. */
export type Route<Dependencies> = {
  method: Method;
  /** `:name` matches one segment; literal segments win over parameters. The first path is the current one. */
  paths: readonly string[];
  quota: QuotaType | 'free';
  /** Name in the consumption log and the API reference. */
  name: string;
  operation: Operation<Dependencies>;
  /** For a POST that changes nothing. */
  isRead?: true;
};

/** A row of the user API. */
export type UserRoute<Dependencies> = Route<Dependencies> & {
  /**
   * What the owner must have granted. `cv` is the CV in the path. Lists of CVs omit those that were not granted. `nothing`
   * is for routes without data of the owner.
   */
  requires: DataType | 'cv' | 'cv list' | 'nothing';
  /** Accepts an application's `apiKey` without an access token. */
  apiKeyAlone?: true;
};

export type Match<R> = { route: R; params: Record<string, string> };

export type RouteTable<R> = {
  /** HEAD matches the routes of GET. A path may end with a slash. */
  match(method: string, path: string): Match<R> | undefined;
  has(path: string): boolean;
  /** The methods that a path supports; empty for an unknown path. */
  methodsAt(path: string): string[];
};

type RoutePattern = Pick<Route<unknown>, 'method' | 'paths'>;

type Node<R> = {
  literals: Map<string, Node<R>>;
  parameter: Node<R> | undefined;
  routes: Map<string, { route: R; names: string[] }>;
};

/** Compiles routes into a tree of segments, so that matching does not depend on their number. */
export function createRouteTable<R extends RoutePattern>(routes: readonly R[]): RouteTable<R> {
  const root = emptyNode<R>();
  for (const route of routes) for (const path of route.paths) insert(root, route, path);
  const nodeAt = (path: string) => find(root, withoutSlash(path), 1, [], (node) => node.routes.size > 0);
  return {
    match: (method, path) => {
      const values: string[] = [];
      const wanted = method === 'HEAD' ? 'GET' : method;
      const found = find(root, withoutSlash(path), 1, values, (node) => node.routes.has(wanted))?.routes.get(wanted);
      if (!found) return undefined;
      const params: Record<string, string> = {};
      for (const [index, name] of found.names.entries()) params[name] = decode(values[index] ?? '');
      return { route: found.route, params };
    },
    has: (path) => nodeAt(path) !== undefined,
    methodsAt: (path) => {
      const node = nodeAt(path);
      if (!node) return [];
      const methods = [...node.routes.keys(), 'OPTIONS'];
      return methods.includes('GET') ? ['HEAD', ...methods].sort() : methods.sort();
    },
  };
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

function insert<R extends RoutePattern>(root: Node<R>, route: R, path: string): void {
  const names: string[] = [];
  let node = root;
  for (const segment of path.slice(1).split('/')) {
    if (segment.startsWith(':')) {
      names.push(segment.slice(1));
      node = node.parameter ??= emptyNode();
    } else {
      const child = node.literals.get(segment) ?? emptyNode<R>();
      node.literals.set(segment, child);
      node = child;
    }
  }
  if (node.routes.has(route.method)) throw new TypeError(`Two routes at ${route.method} ${path}`);
  node.routes.set(route.method, { route, names });
}

// Tries literal segments before parameters and backtracks: /users/search is not a user.
function find<R>(
  node: Node<R>,
  path: string,
  start: number,
  values: string[],
  wanted: (node: Node<R>) => boolean,
): Node<R> | undefined {
  if (start > path.length) return wanted(node) ? node : undefined;
  const slash = path.indexOf('/', start);
  const end = slash < 0 ? path.length : slash;
  const segment = path.slice(start, end);
  const literal = node.literals.get(segment);
  const found = literal && find(literal, path, end + 1, values, wanted);
  if (found || !node.parameter || segment === '') return found;
  values.push(segment);
  const deeper = find(node.parameter, path, end + 1, values, wanted);
  if (!deeper) values.pop();
  return deeper;
}

function emptyNode<R>(): Node<R> {
  return { literals: new Map(), parameter: undefined, routes: new Map() };
}

/** Leaves invalid percent-encoding as it is; no id looks like it. */
function decode(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
