import type { QuotaType } from '@vitae/accounts/quota/quota-types';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One call: its name in the consumption log, where it is, what it costs, what it does. */
export type Route<H> = {
  name: string;
  method: Method;
  /** `:name` is one segment; the longest literal match wins. */
  paths: readonly string[];
  quota: QuotaType | 'free';
  handle: H;
};

export type Match<H> = { route: Route<H>; params: Record<string, string> };

export type RouteTable<H> = {
  /** HEAD is answered as GET. */
  match(method: string, path: string): Match<H> | undefined;
  /** What may be done at the path; empty when there is nothing. */
  methodsAt(path: string): string[];
};

type Node<H> = {
  literals: Map<string, Node<H>>;
  parameter: Node<H> | undefined;
  routes: Map<string, { route: Route<H>; names: string[] }>;
};

/** Compiled once into a tree of segments: a look-up costs the same however many routes there are. */
export function createRouteTable<H>(routes: readonly Route<H>[]): RouteTable<H> {
  const root = emptyNode<H>();
  for (const route of routes) for (const path of route.paths) insert(root, route, path);
  return {
    match: (method, path) => {
      const values: string[] = [];
      const wanted = method === 'HEAD' ? 'GET' : method;
      const found = find(root, path, 1, values, (node) => node.routes.has(wanted))?.routes.get(wanted);
      if (!found) return undefined;
      const params: Record<string, string> = {};
      for (const [index, name] of found.names.entries()) params[name] = decode(values[index] ?? '');
      return { route: found.route, params };
    },
    methodsAt: (path) => {
      const node = find(root, path, 1, [], ({ routes: there }) => there.size > 0);
      const methods = [...(node?.routes.keys() ?? [])];
      return methods.includes('GET') ? ['HEAD', ...methods].sort() : methods.sort();
    },
  };
}

function insert<H>(root: Node<H>, route: Route<H>, path: string): void {
  const names: string[] = [];
  let node = root;
  for (const segment of path.slice(1).split('/')) {
    if (segment.startsWith(':')) {
      names.push(segment.slice(1));
      node = node.parameter ??= emptyNode();
    } else {
      const child = node.literals.get(segment) ?? emptyNode<H>();
      node.literals.set(segment, child);
      node = child;
    }
  }
  if (node.routes.has(route.method)) throw new TypeError(`Two routes at ${route.method} ${path}`);
  node.routes.set(route.method, { route, names });
}

// A literal segment before a parameter, and back when it leads nowhere: /users/search is not a user.
function find<H>(
  node: Node<H>,
  path: string,
  start: number,
  values: string[],
  wanted: (node: Node<H>) => boolean,
): Node<H> | undefined {
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

function emptyNode<H>(): Node<H> {
  return { literals: new Map(), parameter: undefined, routes: new Map() };
}

/** A segment that is not valid percent-encoding stands as it is: it will be the id of nothing. */
function decode(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
