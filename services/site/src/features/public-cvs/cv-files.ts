import { pipeline } from 'node:stream/promises';
import { companyCaller } from '@vitae/kit/caller';
import { unavailable } from '@vitae/kit/errors';
import { networkOf } from '@vitae/kit/http/client-network';
import { requestIdOf } from '@vitae/kit/http/request-id';
import { abortOnDisconnect } from '@vitae/kit/http/response';
import type { ArtifactClient } from '@vitae/proto/clients/exports/artifact-client';
import type { Exports } from '@vitae/proto/clients/exports/exports';
import type { ExportFormat, JobFormat } from '@vitae/proto/export-job';
import type { Request, Response } from 'express';
import type { RateLimit, RateLimiter } from '../../sessions/rate-limiter.ts';
import { ALWAYS_REVALIDATE, cacheControlOf, hideFromSearch, matchesEntityTag } from './cv-page-headers.ts';
import type { ShownCv } from './find-cv.ts';

/** The formats offered on a page. JSON Resume is not: it contains more than the page shows. */
export const pageFormats = ['pdf', 'docx', 'doc', 'odt', 'txt'] as const satisfies readonly ExportFormat[];
export type PageFormat = (typeof pageFormats)[number];

/** Returns the format of a download link, which is PDF by default, or undefined if the format is not offered. */
export function pageFormatOf(text: string | undefined): PageFormat | undefined {
  return text === undefined ? 'pdf' : pageFormats.find((format) => format === text);
}

export type CvFilesDependencies = {
  exports: Pick<Exports, 'create'>;
  artifacts: ArtifactClient;
  rate: RateLimiter;
  waitMs: number;
};

/** The result of requesting a file: rate-limited, still rendering, or ready at an address. */
export type CvFile = { retryAfter: number } | { ready: false } | { ready: true; address: string };

export type CvFiles = {
  /** Requests a file and waits for it: a few seconds for visitors, longer for crawlers that fetch a preview once. */
  create(request: Request, response: Response, cv: ShownCv, format: JobFormat): Promise<CvFile>;
  /** Sends a file as a download. */
  send(request: Request, response: Response, cv: ShownCv, address: string): Promise<void>;
  /** Sends a picture for display. */
  sendPicture(request: Request, response: Response, address: string): Promise<void>;
};

// Downloads are anonymous and free, so they are limited per visitor and per CV and run after the jobs of signed
// requests: an address alone cannot be used to fill the queue.
const PER_VISITOR: RateLimit = { name: 'cv-files:visitor', max: 60, windowSeconds: 60 };
const PER_CV: RateLimit = { name: 'cv-files:cv', max: 300, windowSeconds: 60 };
const VISITOR_WAIT_MS = 4_000;

export function createCvFiles({ exports, artifacts, rate, waitMs }: CvFilesDependencies): CvFiles {
  return {
    create: async (request, response, cv, format) => {
      // Requests rejected for one visitor do not count against the CV, so they do not affect other visitors.
      const retryAfter =
        (await rate.count(PER_VISITOR, networkOf(request.ip ?? ''))) || (await rate.count(PER_CV, String(cv.id)));
      if (retryAfter > 0) return { retryAfter };
      const caller = companyCaller(cv.companyId, requestIdOf(response));
      const timeout = format === 'preview' ? waitMs : Math.min(waitMs, VISITOR_WAIT_MS);
      const signal = abortOnDisconnect(request);
      return exports.create(cv.id, format, { caller, waitMs: timeout, signal, priority: 'visitor' });
    },
    send: async (request, response, cv, address) => {
      hideFromSearch(response);
      response.set({ 'Cache-Control': cacheControlOf(cv), Vary: 'Cookie' });
      await artifacts.stream(address, request, response);
    },
    sendPicture: async (request, response, address) => {
      const entityTag = `"${address}"`;
      response.set({
        'Cache-Control': ALWAYS_REVALIDATE,
        ETag: entityTag,
        'Cross-Origin-Resource-Policy': 'cross-origin',
      });
      if (matchesEntityTag(request, entityTag)) return void response.status(304).end();
      const picture = await artifacts.read(address);
      response.status(200).type('png');
      if (request.method === 'HEAD') {
        await picture.cancel();
        return void response.end();
      }
      await pipeline(picture, response);
    },
  };
}

export function pictureNotReady() {
  return unavailable('service_unavailable', 'The picture is not ready yet. Try again shortly.', undefined, 2);
}
