import { isIP } from 'node:net';
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { notFound } from '../errors.ts';
import { commaList, publicUrl, wholeNumber } from '../settings.ts';
import { defaultBodyMemoryMb } from './body-memory.ts';

const publicUrlNames = ['COMPANY_API_URL', 'OAUTH_URL', 'USER_API_URL', 'SITE_URL'] as const;
export type PublicUrlName = (typeof publicUrlNames)[number];

/** The public URL of each API and of the site. */
export type PublicUrls = Record<PublicUrlName, string>;

/** The settings of a process that serves HTTP to the outside. */
export const publicHttpSettings = {
  COMPANY_API_URL: publicUrl('the company API'),
  OAUTH_URL: publicUrl('the OAuth endpoints', ' and in OAuth signatures'),
  USER_API_URL: publicUrl('the user API', ' and in OAuth signatures'),
  SITE_URL: publicUrl('the pages').describe(
    'Public URL of the pages. Pages of this origin can call both APIs; other origins must be [registered for an application](oauth.md#pages-in-a-browser).',
  ),
  TRUST_PROXY: commaList(
    z.string().refine(isProxyAddress, 'must be IP addresses or subnets such as 10.0.0.5 or 10.1.0.0/24'),
  )
    .meta({ values: 'IP addresses or subnets, comma-separated' })
    .default([])
    .describe(
      'Trusted proxies. `X-Forwarded-*` headers of others are ignored. The client is the last address in `X-Forwarded-For`. List only the proxy itself: a client that connects from one of these addresses can forge its address in limits and logs.',
    ),
  MAX_BUFFERED_BODY_MB: wholeNumber(16, 100_000)
    .default(defaultBodyMemoryMb)
    .meta({ defaultText: 'a fifth of the memory limit, at most 256' })
    .describe(
      'Memory for request bodies per process. Above it, requests with a body get 503 with `Retry-After`. One address can use an eighth of it, at least 8 MB; above that it gets 429.',
    ),
};

/**
 * Uses X-Forwarded-* headers of trusted proxies. The client is the last address in X-Forwarded-For, which the proxy added
 * itself. Earlier ones come from the client, whose own address may be in a trusted subnet.
 */
export function trustProxies(app: Express, addresses: readonly string[]): void {
  app.set('trust proxy', addresses);
  const isTrusted = app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  app.set('trust proxy', (address: string, hop: number) => hop === 0 && isTrusted(address, hop));
}

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

/** Accepts addresses, subnets, and the names of address ranges that Express knows. */
function isProxyAddress(text: string): boolean {
  const [address = '', prefix = '', ...rest] = text.split('/');
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true;
  const bits = isIP(address) === 4 ? 32 : 128;
  const isPrefix = /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits;
  return isIP(address) > 0 && rest.length === 0 && (isPrefix || !text.includes('/'));
}

function hostOf(url: string): string {
  return new URL(url).hostname;
}
