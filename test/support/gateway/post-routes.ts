import type { Router } from 'express';

type Layer = { handle: unknown; route?: { path: unknown; methods: Record<string, boolean | undefined> } | undefined };

/** Returns the paths of all POST routes of a router, including nested routers. */
export function postRoutes(router: Router): string[] {
  return (router.stack as unknown as Layer[]).flatMap(({ handle, route }) => {
    if (route) return route.methods.post ? [String(route.path)] : [];
    return typeof handle === 'function' && 'stack' in handle ? postRoutes(handle as unknown as Router) : [];
  });
}
