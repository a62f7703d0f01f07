import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { notFound } from '../errors.ts';
import { commaList, httpUrl } from '../settings.ts';

const surfaces = ['COMPANY_API_URL', 'OAUTH_URL', 'USER_API_URL', 'SITE_URL'] as const;
export type Surface = (typeof surfaces)[number];

/** The public addresses of the four surfaces. */
export type SurfaceAddresses = Record<Surface, string>;

/** The settings of a process that serves HTTP to the outside. */
export const publicHttpSettings = {
  // Public address of each surface. Default: http://localhost:$PORT for all four.
  COMPANY_API_URL: httpUrl().optional(),
  OAUTH_URL: httpUrl().optional(),
  USER_API_URL: httpUrl().optional(),
  SITE_URL: httpUrl().optional(),
  // Trusted proxies, as IP addresses or subnets. X-Forwarded-* headers of others are ignored.
  TRUST_PROXY: commaList(z.string()).default([]),
};

/** Fills in the public addresses that are not set. */
export function withPublicAddresses<S extends { PORT: number } & Partial<Record<Surface, string | undefined>>>(
  settings: S,
): Omit<S, Surface> & SurfaceAddresses {
  const local = `http://localhost:${settings.PORT}`;
  const addresses = Object.fromEntries(surfaces.map((surface) => [surface, settings[surface] ?? local]));
  return { ...settings, ...(addresses as SurfaceAddresses) };
}

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
