import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { notFound } from '../errors.ts';
import { commaList, httpUrl, wholeNumber } from '../settings.ts';
import { defaultBodyMemoryMb } from './body-memory.ts';

const publicUrlNames = ['COMPANY_API_URL', 'OAUTH_URL', 'USER_API_URL', 'SITE_URL'] as const;
export type PublicUrlName = (typeof publicUrlNames)[number];

/** The public URL of each API and of the site. */
export type PublicUrls = Record<PublicUrlName, string>;

/** The settings of a process that serves HTTP to the outside. */
export const publicHttpSettings = {
  // Public URLs of the APIs and the site. Default: http://localhost:$PORT for all four.
  COMPANY_API_URL: httpUrl().optional(),
  OAUTH_URL: httpUrl().optional(),
  USER_API_URL: httpUrl().optional(),
  SITE_URL: httpUrl().optional(),
  // Trusted proxies, as IP addresses or subnets. X-Forwarded-* headers of others are ignored.
  TRUST_PROXY: commaList(z.string()).default([]),
  // Memory for request bodies, of all clients together. One address can use an eighth of it, at least 8 MB.
  // Default: a fifth of the memory limit of the container, at most 256.
  MAX_BUFFERED_BODY_MB: wholeNumber(16, 100_000).default(defaultBodyMemoryMb),
};

/** Adds the default for public URLs that are not set. */
export function withPublicUrls<S extends { PORT: number } & Partial<Record<PublicUrlName, string | undefined>>>(
  settings: S,
): Omit<S, PublicUrlName> & PublicUrls {
  const local = `http://localhost:${settings.PORT}`;
  const urls = Object.fromEntries(publicUrlNames.map((name) => [name, settings[name] ?? local]));
  return { ...settings, ...(urls as PublicUrls) };
}

/**
 * Skips the router unless the request is for the host of this public URL. If all public URLs have the same host, accepts
 * every host name.
 */
export function restrictToHost(name: PublicUrlName, urls: PublicUrls): RequestHandler {
  const hosts = new Set(publicUrlNames.map((one) => hostOf(urls[one])));
  const own = hostOf(urls[name]);
  if (hosts.size === 1) return (_request, _response, next) => next();
  return (request: Request, _response: Response, next: NextFunction) => {
    next(request.hostname?.toLowerCase() === own ? undefined : 'router');
  };
}

export function routeNotFound() {
  return notFound('route_not_found', 'No resource exists at this URL.');
}

function hostOf(url: string): string {
  return new URL(url).hostname;
}
