import type { Router } from 'express';

type Method = 'get' | 'post';
type Layer = { handle: unknown; route?: { path: unknown; methods: Record<string, boolean | undefined> } | undefined };

/** Returns the paths of all routes of a router with this method, including nested routers. */
export function routesOf(router: Router, method: Method): string[] {
  return (router.stack as unknown as Layer[]).flatMap(({ handle, route }) => {
    if (route) return route.methods[method] ? [route.path].flat().map(String) : [];
    return typeof handle === 'function' && 'stack' in handle ? routesOf(handle as unknown as Router, method) : [];
  });
}
