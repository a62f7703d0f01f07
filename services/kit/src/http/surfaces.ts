import { notFound } from '../errors.ts';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

const surfaces = ['COMPANY_API_URL', 'OAUTH_URL', 'USER_API_URL', 'SITE_URL'] as const;
export type Surface = (typeof surfaces)[number];

/** The public addresses of the four surfaces. */
export type SurfaceAddresses = Record<Surface, string>;

/**
 * Lets a surface answer on its own host alone, where the hosts differ (decisions §1). Where all
 * four have the same, any name for this server will do.
 */
export function onlyOnItsHost(surface: Surface, addresses: SurfaceAddresses): RequestHandler {
  const hosts = new Set(surfaces.map((one) => hostOf(addresses[one])));
  const own = hostOf(addresses[surface]);
  if (hosts.size === 1) return (_request, _response, next) => next();
  return (request: Request, _response: Response, next: NextFunction) => {
    next(request.hostname?.toLowerCase() === own ? undefined : 'router');
  };
}

export function routeNotFound() {
  return notFound('route_not_found', 'There is nothing at this address.');
}

function hostOf(url: string): string {
  return new URL(url).hostname;
}
